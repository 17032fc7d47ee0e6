import type { Outside } from '#worker/integrations/payments/http'
import {
  type Outcome,
  ProviderDown,
  type Returned,
  type StoredOrder,
  type VerifiedPayment,
} from '#worker/integrations/payments/provider'
import type { VerotelConfig } from './config'
import { paymentOf } from './payment'
import { askSale, type Sale } from './status'

/**
 * Settles an order by Verotel's record of the sale alone: the buyer sees the signature of a start URL, which
 * also fits a postback.
 */
export async function settleOrder(
  config: VerotelConfig,
  outside: Outside,
  order: StoredOrder,
): Promise<Outcome> {
  // Verotel doesn't know an order until it is paid.
  const sale = await askSale(config, outside, { referenceID: order.id })
  if (!sale) return { kind: 'waiting' }
  if (sale.shopID !== config.shopId)
    return { kind: 'review', finding: `It is a sale of shop ${sale.shopID}.`, payment: null }
  const payment = paymentOf(sale, { order, now: outside.now })
  // The buyer may try again on the page.
  if (payment.status === 'failed') return { kind: 'declined', code: 'declined' }
  const finding = difference(sale, order)
  return finding === null ? { kind: 'payment', payment } : { kind: 'review', finding, payment }
}

function difference({ priceAmount, priceCurrency }: Sale, order: StoredOrder): string | null {
  if (priceAmount === order.amountMinor && priceCurrency === order.currency) return null
  return `It is about ${priceAmount} minor units of ${priceCurrency}.`
}

/** Returns a sale of our shop as a payment; null for any other. */
export async function readSale(
  config: VerotelConfig,
  outside: Outside,
  saleID: string,
  order: StoredOrder | null,
  returned?: Returned,
): Promise<VerifiedPayment | null> {
  const sale = await askSale(config, outside, { saleID })
  // A signed notice names it, so there is one.
  if (!sale && returned) throw new ProviderDown('sale-vanished')
  return sale?.shopID === config.shopId ? paymentOf(sale, { order, now: outside.now, returned }) : null
}
