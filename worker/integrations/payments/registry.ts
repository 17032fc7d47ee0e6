import type { PaymentsConfig } from './config'
import type { Outside } from './http'
import { createPayPal } from './paypal'
import type { Processor } from './provider'
import { createRazorpay } from './razorpay'

export interface Providers {
  paypal: Processor | null
  razorpay: Processor | null
}

/** The processors that are configured. `context` is a service's. */
export function providersOf(context: Outside & { config: { payments: PaymentsConfig } }): Providers {
  const { paypal, razorpay } = context.config.payments
  return {
    paypal: paypal && createPayPal(paypal, context),
    razorpay: razorpay && createRazorpay(razorpay, context),
  }
}
