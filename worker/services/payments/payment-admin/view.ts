import type { AdminPayment } from '#contract/schemas/payments/payments'
import { formatAmount } from '#contract/values/payments/amounts'
import type { ShownPayment } from '#db/queries/payments/admin'
import { isoTime } from '../../shared/time'

export function adminPayment({ payment, username, granted }: ShownPayment): AdminPayment {
  return {
    id: payment.id,
    at: isoTime(payment.providerCreatedAt),
    user: payment.userId === null ? null : { id: payment.userId, username: username ?? 'deleted account' },
    provider: payment.provider,
    providerPaymentId: payment.providerPaymentId,
    method: payment.method,
    plan: payment.plan,
    amountText: formatAmount(payment),
    currency: payment.currency,
    amountMinor: payment.amountMinor,
    refundedMinor: payment.refundedMinor,
    status: payment.status,
    granted,
  }
}
