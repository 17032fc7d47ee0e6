import { adminReportQuery, decideReportInput } from '#contract/schemas/moderation/safety'
import { paged } from '../../http/paged'
import { idParam } from '../../http/params'
import { requireRecentPassword } from '../../http/require-recent-password'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { getReport, listReports } from '../../services/moderation/reports'
import { decideReport } from '../../services/moderation/takedown'

export const adminReportRoutes = staffRoutes('case.decide')
  .get('/', validate('query', adminReportQuery), async (c) =>
    c.json(paged(c, await listReports(c.var.ctx, c.req.valid('query')))),
  )
  .get('/:id', idParam, async (c) => c.json(await getReport(c.var.ctx, c.req.valid('param').id)))
  .post('/:id/decide', requireRecentPassword(), idParam, validate('json', decideReportInput), async (c) =>
    c.json(await decideReport(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
