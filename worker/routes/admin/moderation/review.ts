import { approveVideoInput, pendingVideoQuery, rejectVideoInput } from '#contract/schemas/moderation/content'
import { requireCase } from '#worker/http/guards/require-case'
import { paged } from '#worker/http/paged'
import { videoParam } from '#worker/http/params'
import { staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import { openCase } from '#worker/services/moderation/case-viewer/index'
import { uploaderOf } from '#worker/services/moderation/content-admin/index'
import { approveVideo, listPending, rejectVideo } from '#worker/services/moderation/review/index'

export const reviewRoutes = staffRoutes('video.review')
  .get('/pending', validate('query', pendingVideoQuery), async (c) =>
    c.json(paged(c, await listPending(c.var.ctx, c.req.valid('query')))),
  )
  .get('/:id/case', videoParam, async (c) => c.json(await openCase(c.var.ctx, c.req.valid('param').id)))
  .get('/:id/uploader', requireCase(), videoParam, async (c) =>
    c.json(await uploaderOf(c.var.ctx, c.req.valid('param').id)),
  )
  .post('/:id/approve', requireCase(), validate('json', approveVideoInput), videoParam, async (c) =>
    c.json(await approveVideo(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post('/:id/reject', requireCase(), validate('json', rejectVideoInput), videoParam, async (c) =>
    c.json(await rejectVideo(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
