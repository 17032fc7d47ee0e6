import { type Dispute, ProviderDown, type RefundOutcome } from '#worker/integrations/payments/provider'
import { known, type RazorpayApi } from './api'
import { pathOf } from './payment'
import { dispute as disputeShape, refund as refundShape } from './shapes'

export async function refundPayment(
  api: RazorpayApi,
  paymentId: string,
  amountMinor: number,
  key: string,
): Promise<RefundOutcome> {
  const body = { amount: amountMinor, speed: 'normal' }
  const reply = await api.post('refund', `${pathOf(paymentId)}/refund`, body, refundShape, {
    repeatable: true,
    headers: { 'x-refund-idempotency': key.padEnd(shortestKey, '-') },
  })
  if (!reply.ok) {
    // Another request is making the same refund.
    if (reply.status === 409) throw new ProviderDown('refund-in-progress')
    return refusal(reply.code)
  }
  const { id: refundId, status } = reply.value
  if (status === 'failed') return refusal('failed')
  return { kind: status === 'processed' ? 'done' : 'pending', refundId }
}

const shortestKey = 10

function refusal(code: string): RefundOutcome {
  return { kind: 'refused', code, message: `Razorpay refused the refund (${code}).` }
}

const stages: Record<string, Dispute['stage']> = {
  fraud: 'inquiry',
  retrieval: 'inquiry',
  chargeback: 'chargeback',
  pre_arbitration: 'pre_arbitration',
  arbitration: 'arbitration',
}

export async function readRazorpayDispute(api: RazorpayApi, id: string): Promise<Dispute | null> {
  const found = known(await api.get('read-dispute', `/disputes/${encodeURIComponent(id)}`, disputeShape))
  return (
    found && {
      disputeId: found.id,
      providerPaymentId: found.payment_id,
      // An unknown phase is no reason to revoke premium.
      stage: stages[found.phase] ?? 'inquiry',
      status: stateOf(found.status),
      outcome: found.status,
      amountMinor: found.amount,
    }
  )
}

function stateOf(status: string): Dispute['status'] {
  return status === 'won' || status === 'lost' || status === 'closed' ? status : 'open'
}
