import { adminPaymentQuery, paymentMonthParam, refundPaymentInput } from '#contract/schemas/payments/payments'
import { pageQuery } from '#contract/schemas/shared/lists'
import { csvDownload } from '#worker/http/csv'
import { requireRecentPassword } from '#worker/http/guards/require-recent-password'
import { paged } from '#worker/http/paged'
import { idParam, randomIdParam } from '#worker/http/params'
import { requireCapability, staffRoutes } from '#worker/http/routers'
import { validate } from '#worker/http/validate'
import {
  exportMonth,
  getPayment,
  listAlerts,
  refundPayment,
  resolveAlertOnce,
  searchPayments,
  unpaidOrdersOf,
} from '#worker/services/payments/payment-admin/index'

export const adminPaymentRoutes = staffRoutes('payment.read')
  .get('/', validate('query', adminPaymentQuery), async (c) =>
    c.json(paged(c, await searchPayments(c.var.ctx, c.req.valid('query')))),
  )
  .get('/:id', randomIdParam, async (c) => c.json(await getPayment(c.var.ctx, c.req.valid('param').id)))
  .post(
    '/:id/refund',
    requireCapability('payment.decide'),
    requireRecentPassword(),
    randomIdParam,
    validate('json', refundPaymentInput),
    async (c) => c.json(await refundPayment(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )

/** Orders of one account. */
export const accountOrderRoutes = staffRoutes('payment.read').get('/:id/unpaid-orders', idParam, async (c) =>
  c.json(await unpaidOrdersOf(c.var.ctx, c.req.valid('param').id)),
)

export const paymentAlertRoutes = staffRoutes('payment.read')
  .get('/', validate('query', pageQuery), async (c) =>
    c.json(paged(c, await listAlerts(c.var.ctx, c.req.valid('query')))),
  )
  .post('/:id/resolve', requireCapability('payment.decide'), idParam, async (c) => {
    await resolveAlertOnce(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })

export const paymentStatementRoutes = staffRoutes('site.administer').get(
  '/:month',
  requireRecentPassword(),
  validate('param', paymentMonthParam),
  async (c) => csvDownload(await exportMonth(c.var.ctx, c.req.valid('param')), c.var.ctx.requestId),
)
