import { adminCommentsQuery, decideCommentInput } from '#contract/schemas/moderation/comments'
import { paged } from '#worker/http/paged'
import { idParam } from '#worker/http/params'
import { staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import { decideComment, listQueuedComments } from '#worker/services/moderation/comments/index'

export const adminCommentRoutes = staffRoutes('case.decide')
  .get('/', validate('query', adminCommentsQuery), async (c) =>
    c.json(paged(c, await listQueuedComments(c.var.ctx, c.req.valid('query')))),
  )
  .post('/:id/decide', validate('json', decideCommentInput), idParam, async (c) => {
    await decideComment(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
    return c.body(null, 204)
  })
