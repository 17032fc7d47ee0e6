import type { PaymentStatus } from '#contract/values/payments/payments'
import {
  type StoredOrder,
  type VerifiedPayment,
  verifiedPayment,
} from '#worker/integrations/payments/provider'
import type { Status } from './data-link'
import { daysBetween, parseTime } from './time'

/** The verdict on an order: its payment, or why its subscription doesn't prove one. */
export type Verdict = { payment: VerifiedPayment } | { finding: string }

/**
 * Judges a subscription's status by the order that a notice bound it to. The status names neither price nor
 * order, only when the subscription starts and ends. Price and currency were compared with the order when the
 * notice bound them; the digest of the form's URL keeps a buyer to prices that were ours at some time.
 *
 * `now` is the time of a refund whose own time isn't given.
 */
export function judge(status: Status, subscriptionId: string, order: StoredOrder, now: number): Verdict {
  const signedUp = parseTime(status.signupDate)
  const expires = parseTime(status.expirationDate)
  const counted = ['refundsIssued', 'voidsIssued', 'chargebacksIssued'].map((name) => countOf(status[name]))
  if (signedUp === null || counted.includes(null)) return unclear(subscriptionId, 'its record is incomplete')
  const money = moneyOf(status)
  if (money !== 'captured') {
    const at = parseTime(status.cancelDate) ?? now
    return { payment: paymentOf(subscriptionId, order, { signedUp, status: money, at }) }
  }
  // Any event that ends a subscription early also moves its expiry date.
  if (expires === null) return unclear(subscriptionId, 'its record is incomplete')
  const days = daysBetween(signedUp, expires)
  if (Math.abs(days - order.periodDays) > 1)
    return unclear(subscriptionId, `it runs for ${days} days, and the order is for ${order.periodDays}`)
  // 2 would renew; the digest of the form's URL covers no such subscription.
  const isActive = status.subscriptionStatus === '1' || status.subscriptionStatus === '2'
  if (!isActive && now < expires) return unclear(subscriptionId, "it isn't active")
  return { payment: paymentOf(subscriptionId, order, { signedUp, status: 'captured', at: now }) }
}

function unclear(subscriptionId: string, why: string): Verdict {
  return { finding: `Subscription ${subscriptionId} doesn't prove the payment: ${why}.` }
}

/**
 * Returns where the money is. A partial refund ends the subscription as well. Returned cheques are counted
 * only where there are any.
 */
function moneyOf(status: Status): PaymentStatus {
  const isAny = (...names: string[]) => names.some((name) => (countOf(status[name]) ?? 0) > 0)
  if (isAny('refundsIssued', 'voidsIssued')) return 'refunded'
  return isAny('chargebacksIssued', 'returnsIssued') ? 'reversed' : 'captured'
}

function countOf(text: string | undefined): number | null {
  return /^\d{1,6}$/.test(text ?? '') ? Number(text) : null
}

function paymentOf(
  id: string,
  order: StoredOrder,
  { signedUp, status, at }: { signedUp: number; status: PaymentStatus; at: number },
): VerifiedPayment {
  const { amountMinor } = order
  const refunds = status === 'refunded' ? [{ id: refundIdOf(id), amountMinor, at }] : []
  return verifiedPayment({
    provider: 'ccbill',
    providerPaymentId: id,
    providerOrderId: order.providerOrderId,
    // The subscription's record names no order.
    orderId: null,
    method: 'card',
    currency: order.currency,
    amountMinor,
    amountAtomic: null,
    refundedMinor: refunds.length > 0 ? amountMinor : 0,
    refunds,
    status,
    bank: null,
    createdAt: signedUp,
    references: [{ kind: 'provider_payment', ref: id }],
    verifiedBy: 'provider_api',
  })
}

/** Returns our ID of a subscription's only refund, which CCBill doesn't number. */
export function refundIdOf(subscriptionId: string): string {
  return `${subscriptionId}-refund`
}
