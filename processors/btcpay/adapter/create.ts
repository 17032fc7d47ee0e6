import { membershipName } from '#contract/values/payments/prices'
import { decimalOf } from '#worker/integrations/payments/money'
import { type CreatedOrder, ProviderDown, type StoredOrder } from '#worker/integrations/payments/provider'
import { type BtcpayApi, invoicePath, known, storePath } from './api'
import { differenceOf, findingOf } from './payment'
import { type Invoice, invoice as invoiceShape, invoices } from './shapes'

/** How long an invoice's rate holds, and how long after that its address is watched. */
export const expirationMinutes = 30
export const monitoringMinutes = 24 * 60

/**
 * Creates an invoice. The call isn't idempotent, so an invoice whose answer was lost is first looked for by
 * our order. The time tells a first try, which has nothing to find, from a later one.
 */
export async function createInvoice(
  api: BtcpayApi,
  order: StoredOrder,
  returnUrl: string,
): Promise<CreatedOrder> {
  if (order.providerOrderId !== null) return again(api, order, order.providerOrderId)
  const earlier = api.now > order.createdAt ? await madeBefore(api, order) : null
  if (earlier) return earlier
  try {
    return await make(api, order, returnUrl)
  } catch (error) {
    if (!(error instanceof ProviderDown) || error.code === 'circuit-open') throw error
    return (await madeBefore(api, order)) ?? (await make(api, order, returnUrl))
  }
}

async function again(api: BtcpayApi, order: StoredOrder, id: string): Promise<CreatedOrder> {
  const found = known(await api.get('read-invoice', invoicePath(api, id), invoiceShape))
  if (!found) throw new ProviderDown('invoice-not-found')
  return payable(api, order, found)
}

async function make(api: BtcpayApi, order: StoredOrder, returnUrl: string): Promise<CreatedOrder> {
  const body = bodyOf(order, returnUrl)
  const reply = await api.post('create', storePath(api, '/invoices'), body, invoiceShape)
  if (!reply.ok) throw new ProviderDown(reply.code)
  return payable(api, order, reply.value)
}

async function madeBefore(api: BtcpayApi, order: StoredOrder): Promise<CreatedOrder | null> {
  const path = storePath(api, `/invoices?${new URLSearchParams({ orderId: order.id })}`)
  const found = known(await api.get('find-invoice', path, invoices)) ?? []
  // Its page would only say that it has expired.
  const same = found.find((one) => one.status === 'New' && faultOf(api, order, one) === null)
  return same ? payable(api, order, same) : null
}

/**
 * Returns an invoice that a buyer can be sent to. Throws for any but the ordered one, and for a page that
 * isn't the server's.
 */
function payable(api: BtcpayApi, order: StoredOrder, invoice: Invoice): CreatedOrder {
  const { id, checkoutLink } = invoice
  if (faultOf(api, order, invoice) !== null) throw new ProviderDown('other-invoice')
  if (checkoutLink !== `${api.config.base}/i/${id}`) throw new ProviderDown('foreign-checkout')
  return { providerOrderId: id, redirectUrl: checkoutLink }
}

function faultOf({ config }: BtcpayApi, order: StoredOrder, invoice: Invoice): string | null {
  return findingOf(config, invoice) ?? differenceOf(invoice, order)
}

function bodyOf(order: StoredOrder, redirectURL: string): object {
  return {
    amount: decimalOf(order.amountMinor),
    currency: order.currency,
    metadata: { orderId: order.id, itemDesc: membershipName(order.plan) },
    checkout: {
      // Overrides the store's own settings: the whole amount is due, and a block must confirm it.
      paymentTolerance: 0,
      speedPolicy: 'MediumSpeed',
      expirationMinutes,
      monitoringMinutes,
      redirectURL,
      redirectAutomatically: true,
    },
  }
}
