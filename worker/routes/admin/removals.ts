import { adminRemovalQuery, decideAppealInput, decideRemovalInput } from '#contract/schemas/moderation/safety'
import { pageQuery } from '#contract/schemas/shared/lists'
import { paged } from '../../http/paged'
import { idParam } from '../../http/params'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { insistOnRecentPassword } from '../../services/accounts/sessions'
import { decideAppeal, getRemoval, listAppeals } from '../../services/moderation/appeals'
import {
  decideRemovalRequest,
  getRemovalRequest,
  listRemovalRequests,
} from '../../services/moderation/removal-requests'

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
