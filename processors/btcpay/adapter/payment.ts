import type { PaymentStatus } from '#contract/values/payments/payments'
import { formatMoney } from '#contract/values/shared/money'
import {
  type StoredOrder,
  type VerifiedPayment,
  verifiedPayment,
} from '#worker/integrations/payments/provider'
import { type BtcpayApi, invoicePath, known } from './api'
import type { BtcpayConfig } from './config'
import { exactMinor } from './money'
import { type Refund, refundsOf } from './refunds'
import { type Invoice, methods } from './shapes'

/** Additional statuses of a settled invoice that leave nothing to decide. */
const plain = ['None', 'PaidOver']

/**
 * Returns why an invoice may not be granted for any order; null if it may. An invoice that its owner marked
 * as paid, or that accepts less than its amount, proves no payment.
 */
export function findingOf({ storeId }: BtcpayConfig, invoice: Invoice): string | null {
  const { amount, paidAmount, currency, status, additionalStatus, checkout } = invoice
  const tolerance = checkout?.paymentTolerance ?? 0
  if (invoice.storeId !== storeId) return 'It belongs to another store.'
  const minor = exactMinor(amount)
  if (minor === null || minor === 0 || invoice.type === 'TopUp')
    return 'It has no amount, so any payment would settle it.'
  if (tolerance !== 0) return `It accepts up to ${tolerance}% less than its amount.`
  if (checkout?.speedPolicy === 'HighSpeed') return 'It accepts unconfirmed transfers.'
  if (additionalStatus === 'Marked') return `It was marked as ${status.toLowerCase()} by hand.`
  if (status === 'Expired' && additionalStatus !== 'None')
    return lateness[additionalStatus] ?? `It has expired, and is ${additionalStatus}.`
  if (status === 'Invalid') return "The payment wasn't confirmed in time."
  if (status !== 'Settled') return null
  if (!plain.includes(additionalStatus)) return `It is settled, and is ${additionalStatus}.`
  const paid = exactMinor(paidAmount)
  // A bitcoin's smallest unit may be worth nearly a cent.
  return paid !== null && paid < minor - 1 ? `Only ${paidAmount} ${currency} was paid.` : null
}

const lateness: Record<string, string> = {
  PaidLate: 'The payment came after the invoice had expired.',
  PaidPartial: 'Only a part was paid before the invoice expired.',
}

/** Returns how an invoice differs from the order it was made for; null if it doesn't. */
export function differenceOf(invoice: Invoice, order: StoredOrder): string | null {
  const { id, amount, currency } = invoice
  if (order.providerOrderId !== null && id !== order.providerOrderId) return 'It is another invoice.'
  if (exactMinor(amount) !== order.amountMinor || currency !== order.currency)
    return `It is about ${amount} ${currency}.`
  return nameIn(invoice) === order.id ? null : 'It names another order.'
}

/** Returns the ID of our order that an invoice names. */
export function nameIn({ metadata }: Invoice): string | null {
  return typeof metadata?.orderId === 'string' ? metadata.orderId : null
}

/** Returns the payment of an invoice with its refunds; null when no money is in sight. */
export async function paymentOf(api: BtcpayApi, invoice: Invoice): Promise<VerifiedPayment | null> {
  const finding = findingOf(api.config, invoice)
  if (finding === null) {
    if (invoice.status !== 'Settled') return null
  } else if (!isPaid(invoice)) {
    return null
  } else if (!(await isConfirmed(api, invoice))) {
    return made(invoice, { status: 'pending', finding })
  }
  return made(invoice, { status: 'captured', finding, refunds: await refundsOf(api, [invoice]) })
}

/** Returns the payment as a list shows it. The caller reads it again if it differs. */
export function listedPayment(
  api: BtcpayApi,
  invoice: Invoice,
  refunds: readonly Refund[],
): VerifiedPayment | null {
  const finding = findingOf(api.config, invoice)
  const isTaken = finding === null ? invoice.status === 'Settled' : isPaid(invoice)
  return isTaken ? made(invoice, { status: 'captured', finding, refunds }) : null
}

interface Facts {
  status: PaymentStatus
  finding?: string | null
  refunds?: readonly Refund[]
}

function made(invoice: Invoice, { status, finding = null, refunds = [] }: Facts): VerifiedPayment {
  const { id, amount, paidAmount, currency } = invoice
  // A payment that doesn't match its order counts with the amount that came.
  const amountMinor = exactMinor(finding === null ? amount : paidAmount) ?? 0
  const own = refunds.filter(({ invoiceId }) => invoiceId === id)
  const refundedMinor = own.reduce((sum, refund) => sum + refund.amountMinor, 0)
  return verifiedPayment({
    provider: 'btcpay',
    providerPaymentId: id,
    providerOrderId: id,
    orderId: nameIn(invoice),
    method: 'bitcoin',
    currency,
    amountMinor,
    amountAtomic: null,
    refundedMinor,
    refunds: own.map((refund) => ({ id: refund.id, amountMinor: refund.amountMinor, at: refund.at })),
    status: refundedMinor === 0 ? status : refundedMinor < amountMinor ? 'partially_refunded' : 'refunded',
    bank: null,
    createdAt: invoice.createdTime * 1000,
    references: [{ kind: 'provider_payment', ref: id }],
    verifiedBy: 'provider_api',
    ...(finding !== null && { finding }),
    ...(finding === null && isOverpaid(invoice) && { remark: remarkOn(invoice) }),
  })
}

function remarkOn({ paidAmount, currency }: Invoice): string {
  const paid = exactMinor(paidAmount)
  const inAll = paid === null ? '' : `, ${formatMoney(paid, currency)} in all`
  return `The buyer paid too much${inAll}. Send the rest back in BTCPay Server.`
}

/** Tells whether more was paid than the invoice is about, also by a second transfer after it was settled. */
function isOverpaid({ amount, paidAmount, additionalStatus }: Invoice): boolean {
  return additionalStatus === 'PaidOver' || (exactMinor(paidAmount) ?? 0) > (exactMinor(amount) ?? 0) + 1
}

/**
 * Tells whether anything was paid. An older server doesn't say how much; its statuses other than plain ones
 * follow a payment.
 */
export function isPaid({ paidAmount, status, additionalStatus }: Invoice): boolean {
  const paid = exactMinor(paidAmount)
  return paid === null ? status === 'Invalid' || additionalStatus !== 'None' : paid > 0
}

/**
 * Tells whether all transfers are confirmed. A late or partial payment doesn't change the invoice's own
 * status.
 */
async function isConfirmed(api: BtcpayApi, { id }: Invoice): Promise<boolean> {
  const found = known(await api.get('read-transfers', invoicePath(api, id, '/payment-methods'), methods))
  const transfers = (found ?? []).flatMap(({ payments }) => payments)
  return transfers.length > 0 && transfers.every(({ status }) => status === 'Settled')
}
