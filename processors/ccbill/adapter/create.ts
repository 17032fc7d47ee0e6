import { decimalOf } from '#worker/integrations/payments/money'
import { type CreatedOrder, ProviderDown, type StoredOrder } from '#worker/integrations/payments/provider'
import type { CCBillConfig } from './config'
import { currencyCodes } from './currencies'
import { formDigest } from './digest'

/**
 * Returns the form's URL; CCBill hears of the order only when it is paid there. The digest fixes price, days and currency.
 * `orderId` comes back with the notice as `X-orderId`, unsigned. Where the buyer returns to is set in CCBill's portal.
 */
export function createOrder(config: CCBillConfig, order: StoredOrder): CreatedOrder {
  const currencyCode = currencyCodes[order.currency]
  if (!currencyCode) throw new ProviderDown('currency')
  const price = decimalOf(order.amountMinor)
  const days = String(order.periodDays)
  const query = new URLSearchParams({
    clientSubacc: config.subaccount,
    initialPrice: price,
    initialPeriod: days,
    currencyCode,
    formDigest: formDigest(price, days, currencyCode, config.salt),
    orderId: order.id,
  })
  return { providerOrderId: order.id, redirectUrl: `${config.forms}/${config.flexId}?${query}` }
}
