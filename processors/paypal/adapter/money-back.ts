import { decimalOf, minorOf } from '#worker/integrations/payments/money'
import { type Dispute, ProviderDown, type RefundOutcome } from '#worker/integrations/payments/provider'
import type { PayPalApi } from './api'
import { dispute as disputeShape, refund as refundShape } from './shapes'

const refusals: Record<string, string> = {
  CAPTURE_FULLY_REFUNDED: 'This payment has already been fully refunded.',
  REFUND_AMOUNT_EXCEEDED: "That's more than is left of this payment.",
  REFUND_CAPTURE_CURRENCY_MISMATCH: 'This payment was made in another currency.',
  REFUND_TIME_LIMIT_EXCEEDED: 'PayPal refunds a payment for 180 days; this one is older.',
  REFUND_FAILED_INSUFFICIENT_FUNDS: "The PayPal balance doesn't cover this refund.",
  RESOURCE_NOT_FOUND: "PayPal doesn't recognise this payment.",
}

export async function refundCapture(
  api: PayPalApi,
  captureId: string,
  amount: { minor: number; currency: string },
  key: string,
): Promise<RefundOutcome> {
  const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`
  const body = { amount: { currency_code: amount.currency, value: decimalOf(amount.minor) } }
  const reply = await api.post('refund', path, body, refundShape, { key })
  if (!reply.ok) return refusal(reply.issue)
  const { id: refundId, status } = reply.value
  if (status === 'COMPLETED') return { kind: 'done', refundId }
  return status === 'PENDING' ? { kind: 'pending', refundId } : refusal(status)
}

function refusal(code: string): RefundOutcome {
  return { kind: 'refused', code, message: refusals[code] ?? `PayPal refused the refund (${code}).` }
}

const stages: Record<string, Dispute['stage']> = {
  INQUIRY: 'inquiry',
  CHARGEBACK: 'chargeback',
  PRE_ARBITRATION: 'pre_arbitration',
  ARBITRATION: 'arbitration',
}

/**
 * The winner of a dispute by PayPal's outcome code. A payout from PayPal's own funds leaves the seller's
 * money untouched.
 */
const outcomes: Record<string, Dispute['status']> = {
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'lost',
  RESOLVED_SELLER_FAVOUR: 'won',
  RESOLVED_WITH_PAYOUT: 'won',
  CANCELED_BY_BUYER: 'won',
  DENIED: 'won',
}

export async function readPayPalDispute(api: PayPalApi, id: string): Promise<Dispute | null> {
  const reply = await api.get('read-dispute', `/v1/customer/disputes/${encodeURIComponent(id)}`, disputeShape)
  if (!reply.ok) {
    if (reply.status === 404) return null
    throw new ProviderDown(reply.issue)
  }
  const found = reply.value
  const outcome = found.dispute_outcome?.outcome_code ?? null
  return {
    disputeId: found.dispute_id,
    providerPaymentId: found.disputed_transactions?.[0]?.seller_transaction_id ?? null,
    stage: stages[found.dispute_life_cycle_stage ?? ''] ?? 'inquiry',
    status: found.status === 'RESOLVED' ? (outcomes[outcome ?? ''] ?? 'closed') : 'open',
    outcome,
    amountMinor: found.dispute_amount ? minorOf(found.dispute_amount.value) : null,
  }
}
