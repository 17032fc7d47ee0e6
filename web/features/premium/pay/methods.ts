import type { PaymentOptions } from '../../../../contract/schemas/payments/payments'
import {
  methodCurrencies,
  type PaymentMethod,
  paymentMethods,
} from '../../../../contract/values/payments/payments'
import type { Currency } from '../../../../contract/values/payments/prices'

export const methodWords: Record<PaymentMethod, { name: string; hint: string }> = {
  wallet: { name: 'PayPal', hint: 'Wallet' },
  checkout: { name: 'Checkout', hint: 'Any card' },
  upi: { name: 'UPI', hint: 'Any UPI app' },
  netbanking: { name: 'Netbanking', hint: 'Your bank' },
  crypto: { name: 'Crypto', hint: 'Coins' },
}

export type MethodState = 'open' | 'paused' | 'unavailable'

export function methodsFor(currency: Currency): PaymentMethod[] {
  return paymentMethods.filter((method) => methodCurrencies[method].includes(currency))
}

/** Returns a method's state. One that isn't set up here is unavailable, which isn't an error. */
export function stateOf(method: PaymentMethod, options: PaymentOptions): MethodState {
  if (method === 'crypto' && options.crypto?.paused) return 'paused'
  return options[method] === null ? 'unavailable' : 'open'
}
