import type { PaymentStatus } from '#contract/values/payments/payments'
import { minorOf } from '#worker/integrations/payments/money'
import { type VerifiedPayment, verifiedPayment } from '#worker/integrations/payments/provider'
import type { Capture, ListedRefund } from './shapes'

const statuses: Record<string, PaymentStatus> = {
  COMPLETED: 'captured',
  PENDING: 'pending',
  DECLINED: 'failed',
  FAILED: 'failed',
  PARTIALLY_REFUNDED: 'partially_refunded',
  REFUNDED: 'refunded',
}

export function statusOf({ status, status_details }: Capture): PaymentStatus {
  // PayPal took the money back for the buyer's bank, whatever it calls the capture meanwhile.
  if (status_details?.reason === 'CHARGEBACK' && status !== 'REFUNDED') return 'reversed'
  return statuses[status] ?? 'pending'
}

/**
 * Returns a capture as a payment; null if its amount is unreadable. `refunds` include those of the order's
 * other captures.
 */
export function paymentOf(
  capture: Capture,
  providerOrderId: string | null,
  refunds: readonly ListedRefund[],
): VerifiedPayment | null {
  const amountMinor = minorOf(capture.amount.value)
  if (amountMinor === null) return null
  const status = statusOf(capture)
  const done = refunds
    .filter((refund) => refund.status === 'COMPLETED' && capturesOf(refund).includes(capture.id))
    .map(({ id, amount, create_time }) => ({
      id,
      amountMinor: minorOf(amount.value) ?? 0,
      at: Date.parse(create_time),
    }))
  const refunded = done.reduce((sum, refund) => sum + refund.amountMinor, 0)
  return verifiedPayment({
    provider: 'paypal',
    providerPaymentId: capture.id,
    providerOrderId,
    orderId: capture.custom_id ?? null,
    method: 'wallet',
    currency: capture.amount.currency_code,
    amountMinor,
    amountAtomic: null,
    refundedMinor: status === 'refunded' ? amountMinor : refunded,
    refunds: done,
    status,
    bank: null,
    createdAt: Date.parse(capture.create_time),
    references: [{ kind: 'provider_payment', ref: capture.id }],
    verifiedBy: 'provider_api',
  })
}

/** Returns the IDs of the captures that a refund's links name. */
export function capturesOf({
  links = [],
}: {
  links?: { rel: string; href: string }[] | undefined
}): string[] {
  return links.flatMap(({ rel, href }) => {
    const id = rel === 'up' ? /\/v2\/payments\/captures\/([\w-]+)$/.exec(href)?.[1] : undefined
    return id ? [id] : []
  })
}

/** Returns the order that a capture's own record names. */
export function orderOf({ supplementary_data, links = [] }: Capture): string | null {
  const related = supplementary_data?.related_ids?.order_id
  if (related) return related
  const up = links.find(({ rel }) => rel === 'up')?.href ?? ''
  return /\/v2\/checkout\/orders\/([\w-]+)$/.exec(up)?.[1] ?? null
}
