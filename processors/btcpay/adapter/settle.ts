import { minute } from '#contract/values/shared/time'
import { type Outcome, ProviderDown, type StoredOrder } from '#worker/integrations/payments/provider'
import { type BtcpayApi, invoicePath, known } from './api'
import { differenceOf, findingOf, isPaid, paymentOf } from './payment'
import { type Invoice, invoice as invoiceShape } from './shapes'

/** Invoices can be archived, but not deleted: this is another server than the one that made it, or another store. */
const elsewhere =
  "BTCPay Server doesn't know the invoice of an order, and perhaps of more. If its address or store was changed, look on the old one for payments, and give premium by hand."

/** When to look again for the block that confirms a transfer. */
const blockPause = 10 * minute

export async function settleInvoice(api: BtcpayApi, order: StoredOrder): Promise<Outcome> {
  if (order.providerOrderId === null) return { kind: 'waiting' }
  const path = invoicePath(api, order.providerOrderId)
  const invoice = known(await api.get('read-invoice', path, invoiceShape))
  if (!invoice) return { kind: 'gone', code: 'invoice-not-found', finding: elsewhere }
  if (isOver(api, invoice)) return { kind: 'gone', code: invoice.status.toLowerCase() }
  const finding = findingOf(api.config, invoice) ?? differenceOf(invoice, order)
  if (finding !== null) return { kind: 'review', finding, payment: await paymentOf(api, invoice) }
  if (invoice.status === 'Settled') return await settled(api, invoice)
  if (invoice.status !== 'Processing') return { kind: 'waiting' }
  // Paid in full, and only a block is missing.
  return { kind: 'waiting', approved: true, seen: true, retryAt: api.now + blockPause }
}

/**
 * Tells whether nothing was paid and nothing will be. A late transfer is noticed as long as the address is
 * watched.
 */
function isOver(api: BtcpayApi, invoice: Invoice): boolean {
  if (isPaid(invoice)) return false
  if (invoice.status === 'Invalid') return true
  return (
    invoice.status === 'Expired' &&
    invoice.additionalStatus === 'None' &&
    api.now >= invoice.monitoringExpiration * 1000
  )
}

async function settled(api: BtcpayApi, invoice: Invoice): Promise<Outcome> {
  const payment = await paymentOf(api, invoice)
  if (!payment) throw new ProviderDown('payment-vanished')
  return { kind: 'payment', payment }
}
