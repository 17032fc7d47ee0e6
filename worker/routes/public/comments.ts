import { commentReportInput } from '../../../contract/schemas/moderation/comments'
import {
  editCommentInput,
  listCommentsQuery,
  listRepliesQuery,
  writeCommentInput,
} from '../../../contract/schemas/videos/comments'
import { paged } from '../../http/paged'
import { idParam, linkKey, videoParam, videoPath } from '../../http/params'
import { accountRoutes, openRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { reportComment } from '../../services/moderation/comments'
import {
  blockCommenter,
  deleteComment,
  editComment,
  likeComment,
  listComments,
  listReplies,
  pinComment,
  writeComment,
} from '../../services/videos/comments'

/** Mounted among the videos' routes: who may see a video reads its comments. */
export const videoCommentRoutes = openRoutes().get(
  `${videoPath}/comments`,
  videoParam,
  validate('query', listCommentsQuery),
  async (c) => c.json(paged(c, await listComments(c.var.ctx, c.req.valid('param').id, c.req.valid('query')))),
)

export const ownVideoCommentRoutes = accountRoutes().post(
  `${videoPath}/comments`,
  validate('json', writeCommentInput),
  videoParam,
  linkKey,
  async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await writeComment(c.var.ctx, id, c.req.valid('json'), c.req.valid('query').key), 201)
  },
)

/** What anyone who reads a comment may do with it. */
export const openCommentRoutes = openRoutes()
  .get('/:id/replies', idParam, validate('query', listRepliesQuery), async (c) =>
    c.json(paged(c, await listReplies(c.var.ctx, c.req.valid('param').id, c.req.valid('query')))),
  )
  .post('/:id/report', validate('json', commentReportInput), idParam, linkKey, async (c) => {
    const { id } = c.req.valid('param')
    await reportComment(c.var.ctx, id, c.req.valid('json'), c.req.valid('query').key)
    return c.body(null, 204)
  })

/** What accounts do with a comment. */
export const commentRoutes = accountRoutes()
  .patch('/:id', validate('json', editCommentInput), idParam, linkKey, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await editComment(c.var.ctx, id, c.req.valid('json'), c.req.valid('query').key))
  })
  .delete('/:id', idParam, async (c) => {
    await deleteComment(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .put('/:id/like', idParam, linkKey, async (c) =>
    c.json(await likeComment(c.var.ctx, c.req.valid('param').id, true, c.req.valid('query').key)),
  )
  .delete('/:id/like', idParam, linkKey, async (c) =>
    c.json(await likeComment(c.var.ctx, c.req.valid('param').id, false, c.req.valid('query').key)),
  )
  .put('/:id/pin', idParam, async (c) => {
    await pinComment(c.var.ctx, c.req.valid('param').id, true)
    return c.body(null, 204)
  })
  .delete('/:id/pin', idParam, async (c) => {
    await pinComment(c.var.ctx, c.req.valid('param').id, false)
    return c.body(null, 204)
  })
  .put('/:id/block', idParam, async (c) => {
    await blockCommenter(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
