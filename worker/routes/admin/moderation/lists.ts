import { decideListInput } from '#contract/schemas/moderation/lists'
import { listKeyParam } from '#contract/schemas/videos/lists'
import { idParam } from '#worker/http/params'
import { staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import { closeSharedList, reopenList } from '#worker/services/moderation/shared-lists/index'

/** Shared lists, by the key in their link, and closed lists, which have none. */
export const adminListRoutes = staffRoutes('case.decide')
  .post('/:key/close', validate('param', listKeyParam), validate('json', decideListInput), async (c) =>
    c.json(await closeSharedList(c.var.ctx, c.req.valid('param').key, c.req.valid('json').note)),
  )
  .post('/:id/reopen', idParam, validate('json', decideListInput), async (c) => {
    await reopenList(c.var.ctx, c.req.valid('param').id, c.req.valid('json').note)
    return c.body(null, 204)
  })
