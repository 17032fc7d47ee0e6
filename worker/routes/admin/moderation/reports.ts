import { adminReportQuery, decideReportInput, dismissNetworkInput } from '#contract/schemas/moderation/safety'
import { requireRecentPassword } from '#worker/http/guards/require-recent-password'
import { paged } from '#worker/http/paged'
import { idParam } from '#worker/http/params'
import { staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import { dismissNetwork, getReport, listReports } from '#worker/services/moderation/reports/index'
import { decideReport } from '#worker/services/moderation/takedown/index'

export const adminReportRoutes = staffRoutes('case.decide')
  .get('/', validate('query', adminReportQuery), async (c) =>
    c.json(paged(c, await listReports(c.var.ctx, c.req.valid('query')))),
  )
  .get('/:id', idParam, async (c) => c.json(await getReport(c.var.ctx, c.req.valid('param').id)))
  .post('/:id/decide', requireRecentPassword(), idParam, validate('json', decideReportInput), async (c) =>
    c.json(await decideReport(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/dismiss-network',
    requireRecentPassword(),
    idParam,
    validate('json', dismissNetworkInput),
    async (c) => c.json(await dismissNetwork(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
