import { adminRemovalQuery, decideAppealInput, decideRemovalInput } from '#contract/schemas/moderation/safety'
import { pageQuery } from '#contract/schemas/shared/lists'
import { paged } from '#worker/http/paged'
import { idParam } from '#worker/http/params'
import { staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import { insistOnRecentPassword } from '#worker/services/accounts/sessions/index'
import { decideAppeal, getRemoval, listAppeals } from '#worker/services/moderation/appeals/index'
import {
  decideRemovalRequest,
  getRemovalRequest,
  listRemovalRequests,
} from '#worker/services/moderation/removal-requests/index'

export const adminRemovalRequestRoutes = staffRoutes('case.decide')
  .get('/', validate('query', adminRemovalQuery), async (c) =>
    c.json(paged(c, await listRemovalRequests(c.var.ctx, c.req.valid('query')))),
  )
  .get('/:id', idParam, async (c) => c.json(await getRemovalRequest(c.var.ctx, c.req.valid('param').id)))
  .post('/:id/decide', idParam, validate('json', decideRemovalInput), async (c) => {
    const input = c.req.valid('json')
    if (input.decision === 'remove') insistOnRecentPassword(c.var.ctx)
    return c.json(await decideRemovalRequest(c.var.ctx, c.req.valid('param').id, input))
  })

/** Removals by staff are found by their appeals, and each by its ID. */
export const adminRemovalRoutes = staffRoutes('appeal.decide').get('/:id', idParam, async (c) =>
  c.json(await getRemoval(c.var.ctx, c.req.valid('param').id)),
)

export const adminAppealRoutes = staffRoutes('appeal.decide')
  .get('/', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listAppeals(c.var.ctx, c.req.valid('query')))),
  )
  .post('/:id/decide', idParam, validate('json', decideAppealInput), async (c) => {
    const input = c.req.valid('json')
    if (input.decision === 'restore') insistOnRecentPassword(c.var.ctx)
    return c.json(await decideAppeal(c.var.ctx, c.req.valid('param').id, input))
  })
