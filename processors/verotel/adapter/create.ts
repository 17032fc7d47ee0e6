import { membershipName } from '#contract/values/payments/prices'
import { decimalOf } from '#worker/integrations/payments/money'
import type { CreatedOrder, StoredOrder } from '#worker/integrations/payments/provider'
import type { VerotelConfig } from './config'
import { signedUrl } from './signature'

/**
 * Returns the order page's URL without a call. An order begins when its buyer opens the page, under our ID,
 * which can be paid once.
 */
export function createOrder(config: VerotelConfig, order: StoredOrder, returnUrl: string): CreatedOrder {
  const redirectUrl = signedUrl(config, 'startorder', {
    version: '4',
    type: 'purchase',
    shopID: config.shopId,
    // Cards only: a direct debit takes days, and is offered in euros alone.
    paymentMethod: 'CC',
    priceAmount: decimalOf(order.amountMinor),
    priceCurrency: order.currency,
    description: membershipName(order.plan),
    referenceID: order.id,
    successURL: returnUrl,
    declineURL: returnUrl,
  })
  return { providerOrderId: order.id, redirectUrl }
}
