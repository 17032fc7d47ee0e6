import { defaultPrices, periodDays, plans } from '#contract/values/payments/prices'
import { cents, decimal } from '#dev/sandbox/payments/money'
import type { PaymentsSandbox } from '#dev/sandbox/payments/sandbox'
import { type BtcpayState, type Invoice, sum } from '#processors/btcpay/twin/state'
import { formDigest } from '#processors/ccbill/twin/digest'
import type { Subscription } from '#processors/ccbill/twin/state'
import type { Sale } from '#processors/verotel/twin/state'
import type { LivedOrder } from './payment-life'

/**
 * `approved`: the money may be taken; `taken`: it was taken without us; `cheap`: less than was ordered. Only a chain
 * takes `more`, or money that is `late`.
 */
export const waysToPay = ['approved', 'taken', 'taken', 'pending', 'failed', 'cheap', 'more', 'late'] as const
type Way = (typeof waysToPay)[number]

export async function pay(sandbox: PaymentsSandbox, order: LivedOrder | undefined, how: Way): Promise<void> {
  if (order?.by === 'bitcoin') return payByBitcoin(sandbox, order, how)
  const way = how === 'more' || how === 'late' ? 'taken' : how
  if (order?.by === 'wallet') payByWallet(sandbox, order.id, way)
  if (order?.by === 'checkout') await payAtCheckout(sandbox, order.id, way)
  if (order?.by === 'verotel') payAtVerotel(sandbox, order.redirectUrl ?? '', way)
  if (order?.by === 'ccbill') payAtCCBill(sandbox, order, way)
}

function payByWallet({ paypal }: PaymentsSandbox, id: string, how: Way): void {
  if (paypal.order(id).status === 'COMPLETED') return
  if (how === 'pending') paypal.nextCapture(id, { status: 'PENDING', reason: 'ECHECK' })
  if (how === 'failed') paypal.nextCapture(id, { status: 'DECLINED' })
  if (how === 'cheap') paypal.patch(id, { value: '0.01' })
  paypal.approve(id)
  if (how === 'taken' || how === 'cheap') paypal.captureInBrowser(id)
}

async function payAtCheckout({ razorpay }: PaymentsSandbox, id: string, how: Way) {
  if (how === 'approved') await razorpay.authorise(id)
  if (how === 'taken') await razorpay.pay(id)
  if (how === 'pending') await razorpay.pay(id, { status: 'created', method: 'netbanking' })
  if (how === 'failed') razorpay.fail(id)
  if (how === 'cheap') await razorpay.pay(id, { amount: 999 })
}

/** Nobody sends anything to an invoice that has expired with money on it. */
function payByBitcoin({ btcpay }: PaymentsSandbox, { id: orderId }: LivedOrder, how: Way): void {
  const invoice = btcpay.invoices().find(({ metadata }) => metadata.orderId === orderId)
  if (!invoice) return
  const { id, status, transfers } = invoice
  const { due } = btcpay.checkout(id)
  if (how === 'more' && status === 'Settled') btcpay.pay(id, { amount: '1.00' })
  const isOpen = status === 'New' || (status === 'Expired' && transfers.length === 0)
  if (!isOpen || due === '0.00') return
  if (how === 'approved' || how === 'taken') btcpay.pay(id)
  if (how === 'pending' || how === 'failed') btcpay.pay(id, { unconfirmed: true })
  if (how === 'failed') btcpay.replace(id)
  if (how === 'cheap') btcpay.pay(id, { amount: '5.00' })
  if (how === 'more') btcpay.pay(id, { amount: '120.00' })
  if (how === 'late') btcpay.pay(id, { late: true })
}

/** `cheap`: on the form of another plan, with this order in its URL. */
function payAtCCBill({ ccbill }: PaymentsSandbox, { plan, redirectUrl = '' }: LivedOrder, how: Way): void {
  if (how === 'approved' || how === 'taken') ccbill.pay(redirectUrl)
  if (how === 'failed') ccbill.decline(redirectUrl)
  if (how !== 'cheap') return
  const other = plans.find((each) => each !== plan) ?? plan
  const [price, days] = [decimal(defaultPrices.USD[other]), String(periodDays[other])]
  const form = new URL(redirectUrl)
  form.searchParams.set('initialPrice', price)
  form.searchParams.set('initialPeriod', days)
  form.searchParams.set('formDigest', formDigest(price, days, '840'))
  ccbill.pay(form.href)
}

/** On the page a card is paid or declined at once. */
function payAtVerotel({ verotel }: PaymentsSandbox, startUrl: string, how: Way): void {
  if (how === 'approved' || how === 'taken') verotel.pay(startUrl)
  if (how === 'cheap') verotel.pay(startUrl, { priceAmount: '0.01' })
  if (how === 'failed') verotel.decline(startUrl)
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
type Change = (typeof moneyChanges)[number]

/** Changes one of the payments of all providers, where possible. */
export function changeMoney(sandbox: PaymentsSandbox, which: number, change: Change): void {
  const { paypal, razorpay, btcpay, verotel, ccbill } = sandbox
  const changes = [
    ...paypal.captures().map(
      ({ id }) =>
        () =>
          changeCapture(sandbox, id, change),
    ),
    ...razorpay.payments().map(
      ({ id }) =>
        () =>
          changePayment(sandbox, id, change),
    ),
    ...btcpay.invoices().map((invoice) => () => changeInvoice(sandbox, invoice, change)),
    ...verotel.sales().map((sale) => () => changeSale(sandbox, sale, change)),
    ...ccbill.subscriptions().map((sold) => () => changeSubscription(sandbox, sold, change)),
  ]
  changes[which % changes.length]?.()
}

/** `reverse`: the coins are spent elsewhere before a block has them; `win` and `lose`: the owner decides by hand. */
function changeInvoice({ btcpay, state }: PaymentsSandbox, invoice: Invoice, change: Change): void {
  const { id, status } = invoice
  if (change === 'arrive') btcpay.confirm(id)
  if (change === 'reverse') btcpay.replace(id)
  if (change === 'win') btcpay.mark(id, 'settled')
  if (change === 'lose') btcpay.mark(id, 'invalid')
  if (change !== 'refund' && change !== 'part') return
  const isDecided = status !== 'New' && sum(invoice, ['Processing']) === 0
  const rest = invoiceAmount(invoice) - sentBack(state.btcpay, id)
  const minor = change === 'part' ? 1 : rest
  if (isDecided && minor > 0 && minor <= rest) btcpay.sendBack(id, minor)
}

/** Tells whether an invoice is paid as it should be, and by money alone. */
export function isInvoicePaid({ status, additionalStatus }: Invoice): boolean {
  return status === 'Settled' && additionalStatus !== 'Marked'
}

/** What isn't for the order is worth what came. */
export function invoiceAmount(invoice: Invoice): number {
  return isInvoicePaid(invoice) ? (invoice.minor ?? 0) : sum(invoice, ['Settled'])
}

/** Returns what was sent back of an invoice. */
export function sentBack({ pullPayments }: BtcpayState, invoiceId: string): number {
  return Object.values(pullPayments)
    .filter(({ name }) => name === `Refund ${invoiceId}`)
    .reduce((total, { amount }) => total + (cents(amount) ?? 0), 0)
}

function changeSale({ verotel }: PaymentsSandbox, { saleID, saleResult }: Sale, change: Change): void {
  if (saleResult !== 'APPROVED') return
  if (change === 'refund') verotel.credit(saleID)
  if (change === 'reverse') verotel.chargeback(saleID)
}

function changeSubscription({ ccbill }: PaymentsSandbox, sold: Subscription, change: Change): void {
  const { subscriptionId: id, refunds, voids, chargebacks } = sold
  if (refunds + voids + chargebacks > 0) return
  if (change === 'refund') ccbill.refund(id)
  if (change === 'part') ccbill.void(id)
  if (change === 'reverse') ccbill.chargeback(id)
}

function changeCapture({ paypal, state }: PaymentsSandbox, id: string, change: Change) {
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

function changePayment({ razorpay, state }: PaymentsSandbox, id: string, change: Change) {
  const { status, captured } = razorpay.payment(id)
  const dispute = Object.values(state.razorpay.disputes).find(({ payment_id }) => payment_id === id)
  if (change === 'arrive' && ['created', 'failed'].includes(status)) razorpay.lateAuthorise(id)
  if (change === 'refund') razorpay.refund(id)
  if (change === 'part') razorpay.refund(id, 100)
  if (change === 'dispute' && captured && status === 'captured' && !dispute) razorpay.openDispute(id)
  if (change === 'win' && dispute?.status === 'open') razorpay.resolveDispute(dispute.id, 'won')
  if (change === 'lose' && dispute?.status === 'open') razorpay.resolveDispute(dispute.id, 'lost')
}
