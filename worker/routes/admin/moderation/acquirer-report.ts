import { paymentMonthParam } from '#contract/schemas/payments/payments'
import { csvDownload } from '#worker/http/csv'
import { requireRecentPassword } from '#worker/http/guards/require-recent-password'
import { staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import { exportAcquirerReport } from '#worker/services/moderation/acquirer-report/index'

export const acquirerReportRoutes = staffRoutes('site.administer').get(
  '/:month',
  requireRecentPassword(),
  validate('param', paymentMonthParam),
  async (c) => csvDownload(await exportAcquirerReport(c.var.ctx, c.req.valid('param')), c.var.ctx.requestId),
)
