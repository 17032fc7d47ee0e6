import { defaultPrices } from '#contract/values/payments/prices'
import type { PaymentsSandbox } from '#dev/sandbox/payments/sandbox'
import { confirmWallet, subscribe } from '#test/support/payments/payments'
import type { MoneyChange, Trial } from '#test/support/payments/trial'
import { PayPalError } from '../twin/error'

export const paypal: Trial = {
  order: async (client, plan) => ({ id: await subscribe(client, plan) }),
  pay({ paypal }, { id }, how) {
    if (paypal.order(id).status === 'COMPLETED') return
    if (how === 'pending') paypal.nextCapture(id, { status: 'PENDING', reason: 'ECHECK' })
    if (how === 'failed') paypal.nextCapture(id, { status: 'DECLINED' })
    if (how === 'cheap') paypal.patch(id, { value: '0.01' })
    paypal.approve(id)
    if (how === 'taken' || how === 'more' || how === 'late' || how === 'cheap') paypal.captureInBrowser(id)
  },
  confirm: (_, client, { id }, plan) => confirmWallet(client.copy(), id, plan),
  confirmsPlan: true,
  changes: (sandbox) =>
    sandbox.paypal.captures().map(
      ({ id }) =>
        (change) =>
          changeCapture(sandbox, id, change),
    ),
  truths({ state: { paypal } }, orders) {
    return Object.values(paypal.captures).flatMap((capture) => {
      const order = orders.find(({ id }) => id === capture.orderId)
      if (!order) return []
      const amountMinor = Math.round(Number(capture.amount.value) * 100)
      const dispute = Object.values(paypal.disputes).find(({ captureId }) => captureId === capture.id)
      const isHere = capture.status === 'COMPLETED' || capture.status === 'PARTIALLY_REFUNDED'
      const refunds = capture.refunds.map((id) => Number(paypal.refunds[id]?.amount.value))
      return {
        id: capture.id,
        order,
        amountMinor,
        isHere,
        isRight: amountMinor === defaultPrices.USD[order.plan] && capture.amount.currency_code === 'USD',
        wasTaken: isHere || capture.status === 'REFUNDED' || capture.reason === 'CHARGEBACK',
        refundedMinor: Math.round(refunds.reduce((sum, value) => sum + value, 0) * 100),
        dispute: dispute ? (outcomes[dispute.outcome ?? ''] ?? 'open') : 'none',
      }
    })
  },
  contest: 'dispute',
  refusals: [PayPalError],
  faultyPath: '/paypal/v2',
  ends: ['granted', 'returned', 'struck', 'wrong'],
}

const outcomes: Record<string, 'won' | 'lost'> = {
  RESOLVED_SELLER_FAVOUR: 'won',
  RESOLVED_BUYER_FAVOUR: 'lost',
}

function changeCapture({ paypal, state }: PaymentsSandbox, id: string, change: MoneyChange): void {
  const { status, reason } = paypal.capture(id)
  const dispute = Object.values(state.paypal.disputes).find(({ captureId }) => captureId === id)
  const isTaken = status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED'
  const isReversed = reason === 'CHARGEBACK'
  if (change === 'arrive' && status === 'PENDING' && !isReversed) paypal.finishCapture(id)
  if (change === 'refund') paypal.refund(id)
  if (change === 'part') paypal.refund(id, '0.01')
  if (change === 'dispute' && isTaken && !dispute) paypal.openDispute(id)
  if (change === 'win' && dispute?.status === 'OPEN')
    paypal.resolveDispute(dispute.id, 'RESOLVED_SELLER_FAVOUR')
  if (change === 'lose' && dispute?.status === 'OPEN')
    paypal.resolveDispute(dispute.id, 'RESOLVED_BUYER_FAVOUR')
  if (change === 'reverse' && status === 'COMPLETED' && !dispute) paypal.reverse(id)
  if (change === 'return' && isReversed) paypal.unreverse(id)
}
