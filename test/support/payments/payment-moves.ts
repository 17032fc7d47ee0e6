import type { PaymentsSandbox } from '../../../dev/sandbox/payments/sandbox'
import type { LivedOrder } from './payment-life'

/** `approved`: the money may be taken; `taken`: it was taken without us; `cheap`: less than was ordered. */
export const waysToPay = ['approved', 'taken', 'taken', 'pending', 'failed', 'cheap'] as const

export async function pay(
  sandbox: PaymentsSandbox,
  order: LivedOrder | undefined,
  how: (typeof waysToPay)[number],
): Promise<void> {
  if (order?.by === 'wallet') payByWallet(sandbox, order.id, how)
  if (order?.by === 'checkout') await payAtCheckout(sandbox, order.id, how)
  if (order?.by === 'card') payByCard(sandbox, order.redirectUrl ?? '', how)
  if (order?.by === 'form') payOnForm(sandbox, order, how)
}

function payByWallet({ paypal }: PaymentsSandbox, id: string, how: (typeof waysToPay)[number]): void {
  if (paypal.order(id).status === 'COMPLETED') return
  if (how === 'pending') paypal.nextCapture(id, { status: 'PENDING', reason: 'ECHECK' })
  if (how === 'failed') paypal.nextCapture(id, { status: 'DECLINED' })
  if (how === 'cheap') paypal.patch(id, { value: '0.01' })
  paypal.approve(id)
  if (how === 'taken' || how === 'cheap') paypal.captureInBrowser(id)
}

async function payAtCheckout({ razorpay }: PaymentsSandbox, id: string, how: (typeof waysToPay)[number]) {
  if (how === 'approved') await razorpay.authorise(id)
  if (how === 'taken') await razorpay.pay(id)
  if (how === 'pending') await razorpay.pay(id, { status: 'created', method: 'netbanking' })
  if (how === 'failed') razorpay.fail(id)
  if (how === 'cheap') await razorpay.pay(id, { amount: 999 })
}

/** On the page a card is paid or declined at once. */
function payByCard({ verotel }: PaymentsSandbox, startUrl: string, how: (typeof waysToPay)[number]): void {
  if (how === 'approved' || how === 'taken') verotel.pay(startUrl)
  if (how === 'cheap') verotel.pay(startUrl, { priceAmount: '0.01' })
  if (how === 'failed') verotel.decline(startUrl)
}

/** A second sale of one order is left to an administrator, who doesn't live here. */
function payOnForm({ ccbill }: PaymentsSandbox, order: LivedOrder, how: (typeof waysToPay)[number]): void {
  const { id, redirectUrl = '' } = order
  const isPaid = ccbill.subscriptions().some(({ passedThrough }) => passedThrough.orderId === id)
  if (isPaid) return
  if (how === 'approved' || how === 'taken') ccbill.pay(redirectUrl)
  if (how === 'cheap') ccbill.pay(redirectUrl.replace(/initialPrice=[\d.]+/, 'initialPrice=2.95'))
  if (how === 'failed') ccbill.decline(redirectUrl)
}

export const moneyChanges = [
  'arrive',
  'refund',
  'part',
  'dispute',
  'win',
  'lose',
  'reverse',
  'return',
] as const

/** Changes one of the payments of all providers, where possible. */
export function changeMoney(
  sandbox: PaymentsSandbox,
  which: number,
  change: (typeof moneyChanges)[number],
): void {
  const { paypal, razorpay, verotel, ccbill } = sandbox
  const [captures, payments, sales] = [paypal.captures(), razorpay.payments(), verotel.sales()]
  const subscriptions = ccbill.subscriptions()
  const others = captures.length + payments.length + sales.length
  const at = which % Math.max(others + subscriptions.length, 1)
  const subscription = subscriptions[at - others]
  const capture = captures[at]
  const payment = payments[at - captures.length]
  const sale = sales[at - captures.length - payments.length]
  if (capture) changeCapture(sandbox, capture.id, change)
  else if (payment) changePayment(sandbox, payment.id, change)
  else if (sale?.saleResult === 'APPROVED') {
    if (change === 'refund') verotel.credit(sale.saleID)
    if (change === 'reverse') verotel.chargeback(sale.saleID)
  } else if (subscription?.cancelledAt === null) {
    if (change === 'refund') ccbill.refund(subscription.subscriptionId)
    if (change === 'part') ccbill.void(subscription.subscriptionId)
    if (change === 'reverse') ccbill.chargeback(subscription.subscriptionId)
  }
}

function changeCapture(
  { paypal, state }: PaymentsSandbox,
  id: string,
  change: (typeof moneyChanges)[number],
) {
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

function changePayment(
  { razorpay, state }: PaymentsSandbox,
  id: string,
  change: (typeof moneyChanges)[number],
) {
  const { status, captured } = razorpay.payment(id)
  const dispute = Object.values(state.razorpay.disputes).find(({ payment_id }) => payment_id === id)
  if (change === 'arrive' && ['created', 'failed'].includes(status)) razorpay.lateAuthorise(id)
  if (change === 'refund') razorpay.refund(id)
  if (change === 'part') razorpay.refund(id, 100)
  if (change === 'dispute' && captured && status === 'captured' && !dispute) razorpay.openDispute(id)
  if (change === 'win' && dispute?.status === 'open') razorpay.resolveDispute(dispute.id, 'won')
  if (change === 'lose' && dispute?.status === 'open') razorpay.resolveDispute(dispute.id, 'lost')
}
