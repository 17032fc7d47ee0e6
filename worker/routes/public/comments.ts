import { commentReportInput } from '#contract/schemas/moderation/comments'
import {
  editCommentInput,
  listCommentsQuery,
  listRepliesQuery,
  writeCommentInput,
} from '#contract/schemas/videos/comments'
import { readAs } from '../../http/identity'
import { paged } from '../../http/paged'
import { idParam, linkKey, videoParam, videoPath } from '../../http/params'
import { accountRoutes, openRoutes, viewerRoutes } from '../../http/routers'
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

/** Mounted among the videos' routes: anyone who may see a video reads its comments. */
export const videoCommentRoutes = openRoutes().get(
  `${videoPath}/comments`,
  videoParam,
  validate('query', listCommentsQuery),
  async (c) => {
    const { found } = await readAs(c, (ctx) =>
      listComments(ctx, c.req.valid('param').id, c.req.valid('query')),
    )
    return c.json(paged(c, found))
  },
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

/** The replies to a comment, for anyone who reads it. */
export const replyRoutes = openRoutes().get(
  '/:id/replies',
  idParam,
  validate('query', listRepliesQuery),
  async (c) => {
    const { found } = await readAs(c, (ctx) =>
      listReplies(ctx, c.req.valid('param').id, c.req.valid('query')),
    )
    return c.json(paged(c, found))
  },
)

/** Reports of a comment, from anyone who may read it. */
export const openCommentRoutes = viewerRoutes().post(
  '/:id/report',
  validate('json', commentReportInput),
  idParam,
  linkKey,
  async (c) => {
    const { id } = c.req.valid('param')
    await reportComment(c.var.ctx, id, c.req.valid('json'), c.req.valid('query').key)
    return c.body(null, 204)
  },
)

/** Actions of accounts on a comment. */
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
