import { type CreatedOrder, ProviderDown, type StoredOrder } from '#worker/integrations/payments/provider'
import { known, type RazorpayApi } from './api'
import { order as orderShape, orders } from './shapes'

/**
 * Creates an order. The call isn't idempotent, so an order whose answer was lost is first looked for by its
 * receipt. `now` tells a first try, which has nothing to find, from a later one.
 */
export async function createOrder(api: RazorpayApi, now: number, order: StoredOrder): Promise<CreatedOrder> {
  const earlier = now > order.createdAt ? await madeBefore(api, order) : null
  if (earlier) return earlier
  try {
    return await make(api, order)
  } catch (error) {
    if (!(error instanceof ProviderDown) || error.code === 'circuit-open') throw error
    return (await madeBefore(api, order)) ?? (await make(api, order))
  }
}

async function make(api: RazorpayApi, order: StoredOrder): Promise<CreatedOrder> {
  const reply = await api.post('create', '/orders', bodyOf(order), orderShape, { repeatable: false })
  if (!reply.ok) throw new ProviderDown(reply.code)
  return { providerOrderId: reply.value.id, redirectUrl: null }
}

async function madeBefore(api: RazorpayApi, order: StoredOrder): Promise<CreatedOrder | null> {
  const path = `/orders?receipt=${encodeURIComponent(order.id)}`
  const found = known(await api.get('find-order', path, orders))?.items ?? []
  const same = found.find(
    ({ receipt, amount, currency }) =>
      receipt === order.id && amount === order.amountMinor && currency === order.currency,
  )
  return same ? { providerOrderId: same.id, redirectUrl: null } : null
}

function bodyOf(order: StoredOrder): object {
  return {
    amount: order.amountMinor,
    currency: order.currency,
    receipt: order.id,
    notes: { order: order.id },
    payment: {
      capture: 'automatic',
      // Minutes: a later authorisation is captured by us, or refunded.
      capture_options: {
        automatic_expiry_period: 12,
        manual_expiry_period: 7200,
        refund_speed: 'normal',
      },
    },
  }
}
