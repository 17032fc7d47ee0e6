import { adminCommentsQuery, decideCommentInput } from '#contract/schemas/moderation/comments'
import { paged } from '../../http/paged'
import { idParam } from '../../http/params'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { decideComment, listQueuedComments } from '../../services/moderation/comments'

export const adminCommentRoutes = staffRoutes('case.decide')
  .get('/', validate('query', adminCommentsQuery), async (c) =>
    c.json(paged(c, await listQueuedComments(c.var.ctx, c.req.valid('query')))),
  )
  .post('/:id/decide', validate('json', decideCommentInput), idParam, async (c) => {
    await decideComment(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
    return c.body(null, 204)
  })
