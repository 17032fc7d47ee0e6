import { pageQuery } from '#contract/schemas/shared/lists'
import { paged } from '../../http/paged'
import { idParam } from '../../http/params'
import { accountRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { listCommentBlocks, unblockCommenter } from '../../services/videos/comments'

/** Accounts that an uploader keeps from commenting. */
export const commentBlockRoutes = accountRoutes()
  .get('/comment-blocks', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listCommentBlocks(c.var.ctx, c.req.valid('query')))),
  )
  .delete('/comment-blocks/:id', idParam, async (c) => {
    await unblockCommenter(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
