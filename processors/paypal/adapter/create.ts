import { membershipName } from '#contract/values/payments/prices'
import { decimalOf } from '#worker/integrations/payments/money'
import { type CreatedOrder, ProviderDown, type StoredOrder } from '#worker/integrations/payments/provider'
import type { PayPalApi } from './api'
import { createdOrder } from './shapes'

/** Shown on the buyer's statement after the wallet's name: it doesn't reveal what kind of site this is. */
const softDescriptor = 'MEMBERSHIP'

/**
 * Creates an order. Our ID is the idempotency key, so after a lost answer the same order comes back, not a
 * second one.
 */
export async function createOrder(api: PayPalApi, order: StoredOrder): Promise<CreatedOrder> {
  const reply = await api.post('create', '/v2/checkout/orders', bodyOf(order), createdOrder, {
    key: order.id,
  })
  if (!reply.ok) throw new ProviderDown(reply.issue)
  return { providerOrderId: reply.value.id, redirectUrl: null }
}

function bodyOf(order: StoredOrder): object {
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: order.id,
        invoice_id: order.id,
        description: membershipName(order.plan),
        soft_descriptor: softDescriptor,
        amount: { currency_code: order.currency, value: decimalOf(order.amountMinor) },
      },
    ],
    payment_source: {
      paypal: { experience_context: { shipping_preference: 'NO_SHIPPING', user_action: 'PAY_NOW' } },
    },
  }
}
