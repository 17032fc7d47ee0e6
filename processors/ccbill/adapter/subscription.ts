import type { PaymentStatus } from '#contract/values/payments/payments'
import {
  type StoredOrder,
  type VerifiedPayment,
  verifiedPayment,
} from '#worker/integrations/payments/provider'
import type { Status } from './data-link'
import { daysBetween, parseTime } from './time'

/** What a subscription proves about an order: its payment, or why a program can't tell. */
export type Verdict = { payment: VerifiedPayment } | { finding: string }

/**
 * Judges a subscription's status by the order that a notice bound it to. It names neither price nor order, but from when until
 * when it runs. Price and currency are those of the notice that bound it, which fit the order; the digest of the form's URL keeps
 * a buyer to prices that were ours at some time.
 *
 * `now` ends a refunded one whose end isn't told.
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
  // The end moves with whatever ended it early.
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

/** A refund of a part ends the subscription as well. Returns of cheques are counted only where there was one. */
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
    // Its record names none.
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

/** There is only one, and CCBill doesn't number it. */
export function refundIdOf(subscriptionId: string): string {
  return `${subscriptionId}-refund`
}
