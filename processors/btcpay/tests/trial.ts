import { defaultPrices } from '#contract/values/payments/prices'
import { cents } from '#dev/sandbox/payments/money'
import type { PaymentsSandbox } from '#dev/sandbox/payments/sandbox'
import { confirmOrder, orderOnPage } from '#test/support/payments/payments'
import type { MoneyChange, Trial } from '#test/support/payments/trial'
import { BtcpayError } from '../twin/error'
import { type BtcpayState, type Invoice, sum } from '../twin/state'

export const btcpay: Trial = {
  order: (client, plan) => orderOnPage('btcpay', client, plan),
  /** No one sends anything to an invoice that has expired with money on it. */
  pay({ btcpay }, { id: orderId }, how) {
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
  },
  confirm: (_, client, { id }) => confirmOrder(client.copy(), id),
  changes: (sandbox) =>
    sandbox.btcpay.invoices().map((invoice) => (change) => changeInvoice(sandbox, invoice, change)),
  truths({ btcpay, state }, orders) {
    return btcpay.invoices().flatMap((invoice) => {
      const order = orders.find(({ id }) => id === String(invoice.metadata.orderId))
      if (!order) return []
      const amountMinor = invoiceAmount(invoice)
      // Until then more money may come, or a transfer may vanish.
      const isDecided = invoice.status !== 'New' && invoice.status !== 'Processing'
      const wasTaken = isDecided && amountMinor > 0
      const refundedMinor = sentBack(state.btcpay, invoice.id)
      return {
        id: invoice.id,
        order,
        amountMinor,
        wasTaken,
        refundedMinor,
        dispute: 'none' as const,
        isRight: isInvoicePaid(invoice) && amountMinor === defaultPrices.USD[order.plan],
        isHere: wasTaken && refundedMinor < amountMinor,
      }
    })
  },
  contest: null,
  refusals: [BtcpayError],
  faultyPath: '/btcpay/api',
  ends: ['granted', 'returned', 'wrong', 'short'],
}

/** `reverse`: the coins are spent elsewhere before a block has them; `win` and `lose`: the owner decides by hand. */
function changeInvoice({ btcpay, state }: PaymentsSandbox, invoice: Invoice, change: MoneyChange): void {
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
function isInvoicePaid({ status, additionalStatus }: Invoice): boolean {
  return status === 'Settled' && additionalStatus !== 'Marked'
}

/** Returns the invoice's amount; if it isn't paid as it should be, the amount that came. */
function invoiceAmount(invoice: Invoice): number {
  return isInvoicePaid(invoice) ? (invoice.minor ?? 0) : sum(invoice, ['Settled'])
}

/** Returns the refunds of an invoice. */
function sentBack({ pullPayments }: BtcpayState, invoiceId: string): number {
  return Object.values(pullPayments)
    .filter(({ name }) => name === `Refund ${invoiceId}`)
    .reduce((total, { amount }) => total + (cents(amount) ?? 0), 0)
}
