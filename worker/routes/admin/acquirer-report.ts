import { paymentMonthParam } from '#contract/schemas/payments/payments'
import { csvDownload } from '../../http/csv'
import { requireRecentPassword } from '../../http/require-recent-password'
import { staffRoutes } from '../../http/routers'
import { validate } from '../../http/validate'
import { exportAcquirerReport } from '../../services/moderation/acquirer-report'

export const acquirerReportRoutes = staffRoutes('site.administer').get(
  '/:month',
  requireRecentPassword(),
  validate('param', paymentMonthParam),
  async (c) => csvDownload(await exportAcquirerReport(c.var.ctx, c.req.valid('param')), c.var.ctx.requestId),
)
