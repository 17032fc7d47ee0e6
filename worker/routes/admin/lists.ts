import { closeListInput } from '../../../contract/schemas/moderation/lists'
import { listKeyParam } from '../../../contract/schemas/videos/lists'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { closeSharedList } from '../../services/moderation/shared-lists'

/** Shared lists, by the key in their link. */
export const adminListRoutes = staffRoutes('case.decide').post(
  '/:key/close',
  validate('param', listKeyParam),
  validate('json', closeListInput),
  async (c) => {
    await closeSharedList(c.var.ctx, c.req.valid('param').key, c.req.valid('json').note)
    return c.body(null, 204)
  },
)
