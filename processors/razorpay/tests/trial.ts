import { defaultPrices } from '#contract/values/payments/prices'
import type { PaymentsSandbox } from '#dev/sandbox/payments/sandbox'
import { openCheckout, verifyCheckout } from '#test/support/payments/payments'
import type { MoneyChange, Trial } from '#test/support/payments/trial'
import { checkoutSignature } from '../twin/delivery'
import { RazorpayError } from '../twin/error'

export const razorpay: Trial = {
  order: async (client, plan) => ({ id: await openCheckout(client, plan) }),
  async pay({ razorpay }, { id }, how) {
    if (how === 'approved') await razorpay.authorise(id)
    if (how === 'taken' || how === 'more' || how === 'late') await razorpay.pay(id)
    if (how === 'pending') await razorpay.pay(id, { status: 'created', method: 'netbanking' })
    if (how === 'failed') razorpay.fail(id)
    if (how === 'cheap') await razorpay.pay(id, { amount: 999 })
  },
  /** Sends the checkout handler's result for the newest payment. */
  async confirm({ razorpay }, client, { id }) {
    const own = razorpay.payments().filter((payment) => payment.order_id === id)
    const paymentId = own.at(-1)?.id ?? 'pay_NobodyPaid'
    return verifyCheckout(client.copy(), {
      razorpay_order_id: id,
      razorpay_payment_id: paymentId,
      razorpay_signature: await checkoutSignature(id, paymentId),
    })
  },
  changes: (sandbox) =>
    sandbox.razorpay.payments().map(
      ({ id }) =>
        (change) =>
          changePayment(sandbox, id, change),
    ),
  truths({ state: { razorpay } }, orders) {
    return Object.values(razorpay.payments).flatMap((payment) => {
      const order = orders.find(({ id }) => id === payment.order_id)
      if (!order) return []
      const dispute = Object.values(razorpay.disputes).find(({ payment_id }) => payment_id === payment.id)
      return {
        id: payment.id,
        order,
        amountMinor: payment.amount,
        wasTaken: payment.captured,
        isRight: payment.amount === defaultPrices.INR[order.plan] && payment.currency === 'INR',
        isHere: payment.captured && payment.status === 'captured',
        refundedMinor: payment.amount_refunded,
        dispute: disputeOf(dispute?.status),
      }
    })
  },
  contest: 'dispute',
  refusals: [RazorpayError],
  faultyPath: '/razorpay/v1',
  ends: ['granted'],
}

function disputeOf(status: string | undefined) {
  if (status === undefined) return 'none'
  return status === 'won' || status === 'lost' ? status : 'open'
}

function changePayment({ razorpay, state }: PaymentsSandbox, id: string, change: MoneyChange): void {
  const { status, captured } = razorpay.payment(id)
  const dispute = Object.values(state.razorpay.disputes).find(({ payment_id }) => payment_id === id)
  if (change === 'arrive' && ['created', 'failed'].includes(status)) razorpay.lateAuthorise(id)
  if (change === 'refund') razorpay.refund(id)
  if (change === 'part') razorpay.refund(id, 100)
  if (change === 'dispute' && captured && status === 'captured' && !dispute) razorpay.openDispute(id)
  if (change === 'win' && dispute?.status === 'open') razorpay.resolveDispute(dispute.id, 'won')
  if (change === 'lose' && dispute?.status === 'open') razorpay.resolveDispute(dispute.id, 'lost')
}
