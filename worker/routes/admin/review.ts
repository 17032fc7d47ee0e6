import { approveVideoInput, rejectVideoInput } from '#contract/schemas/moderation/content'
import { pageQuery } from '#contract/schemas/shared/lists'
import { paged } from '../../http/paged'
import { videoParam } from '../../http/params'
import { requireCase } from '../../http/require-case'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { openCase } from '../../services/moderation/case-viewer'
import { uploaderOf } from '../../services/moderation/content-admin'
import { approveVideo, listPending, rejectVideo } from '../../services/moderation/review'

export const reviewRoutes = staffRoutes('video.review')
  .get('/pending', validate('query', pageQuery), async (c) =>
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
