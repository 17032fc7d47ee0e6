import type { Currency } from '#contract/values/payments/prices'
import { agreedOrder } from '../../support/payments/agreed-order'
import type { KillableSite, Person } from './kill'

/** A way of paying, up to the moment when the money is taken but nothing is granted yet. */
export interface Way {
  /**
   * Orders, and approves as the buyer. Returns functions that confirm the order, and tell whether the
   * provider has taken the money.
   */
  approve(
    site: KillableSite,
    person: Person,
  ): Promise<{ confirm(): Promise<unknown>; isTaken(): Promise<boolean> }>
  /** The call that takes the money: it succeeds, but its response is lost. */
  capture: { path: string; end: string }
}

export const wallet: Way = {
  capture: { path: '/paypal/v2/checkout/orders', end: '/capture' },
  async approve(site, person) {
    const orderId = await ordered(person, '/api/premium/subscribe', 'USD')
    await site.control('/paypal/approve', [orderId])
    return {
      confirm: () => person.post('/api/premium/confirm', { orderId, plan: 'monthly' }),
      isTaken: async () => {
        const order = await site.control<{ status: string }>('/paypal/order', [orderId])
        return order.status === 'COMPLETED'
      },
    }
  },
}

export const checkout: Way = {
  capture: { path: '/razorpay/v1/payments', end: '/capture' },
  async approve(site, person) {
    const orderId = await ordered(person, '/api/premium/razorpay/create-order', 'INR')
    const proof = await site.control<{ razorpay_payment_id: string }>('/razorpay/authorise', [orderId])
    return {
      confirm: () => person.post('/api/premium/razorpay/verify', proof),
      isTaken: async () => {
        const payment = await site.control<{ captured: boolean }>('/razorpay/payment', [
          proof.razorpay_payment_id,
        ])
        return payment.captured
      },
    }
  },
}

/**
 * Returns the provider's order. Where cron is hours ahead of the requests, it may expire an order while it is
 * being made: then another is made.
 */
async function ordered(person: Person, path: string, currency: Currency): Promise<string> {
  for (;;) {
    const answer = await person.post<{ orderId?: string; code?: string }>(path, agreedOrder(currency))
    if (answer.orderId !== undefined) return answer.orderId
    if (answer.code !== 'expired') throw new Error(`No order was made: ${JSON.stringify(answer)}`)
  }
}
