import type { KillableSite, Person } from './kill-support'

/** A way of paying, up to the moment when the money is taken and nothing is granted yet. */
export interface Way {
  /**
   * Orders, and approves as the buyer. Returns how to confirm, and whether the provider has taken the money.
   */
  approve(
    site: KillableSite,
    person: Person,
  ): Promise<{ confirm(): Promise<unknown>; isTaken(): Promise<boolean> }>
  /** The call that takes it: it is made, and its response is lost. */
  capture: { path: string; end: string }
}

export const wallet: Way = {
  capture: { path: '/paypal/v2/checkout/orders', end: '/capture' },
  async approve(site, person) {
    const body = { plan: 'monthly', currency: 'USD' }
    const { orderId } = await person.post<{ orderId: string }>('/api/premium/subscribe', body)
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
    const body = { plan: 'monthly', currency: 'INR' }
    const { orderId } = await person.post<{ orderId: string }>('/api/premium/razorpay/create-order', body)
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
