import { type PaymentMethod, paymentMethods } from '#contract/values/payments/payments'
import { type CardProcessor, cardProcessors } from '#contract/values/payments/processors'
import { processorsFor } from '#processors/adapters'
import type { PaymentsConfig } from './config'

/** Returns the methods that this server is configured for, regardless of the settings. */
export function configuredMethods(payments: PaymentsConfig): {
  methods: PaymentMethod[]
  cardProcessors: CardProcessor[]
} {
  const cards: readonly string[] = processorsFor(payments, 'card')
  const claimed: Partial<Record<PaymentMethod, object | null>> = {
    upi: payments.upi,
    // Bank references are looked up in this processor's records.
    netbanking: payments.razorpay,
    crypto: payments.chain,
  }
  return {
    methods: paymentMethods.filter((method) => claimed[method] ?? processorsFor(payments, method).length > 0),
    cardProcessors: cardProcessors.filter((id) => cards.includes(id)),
  }
}
