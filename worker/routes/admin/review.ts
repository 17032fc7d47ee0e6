import { approveVideoInput, rejectVideoInput } from '../../../contract/schemas/moderation/content'
import { pageQuery } from '../../../contract/schemas/shared/lists'
import { paged } from '../../http/paged'
import { videoParam } from '../../http/params'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { approveVideo, listPending, rejectVideo } from '../../services/moderation/review'

export const reviewRoutes = staffRoutes()
  .get('/pending', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listPending(c.var.ctx, c.req.valid('query')))),
  )
  .post('/:id/approve', validate('json', approveVideoInput), videoParam, async (c) =>
    c.json(await approveVideo(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post('/:id/reject', validate('json', rejectVideoInput), videoParam, async (c) =>
    c.json(await rejectVideo(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
