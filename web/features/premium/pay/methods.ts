import type { PaymentOptions } from '../../../../contract/schemas/payments/payments'
import {
  methodCurrencies,
  type PaymentMethod,
  paymentMethods,
  type RedirectMethod,
  redirectMethods,
} from '../../../../contract/values/payments/payments'
import type { Currency } from '../../../../contract/values/payments/prices'

/** What each method takes, below its name. */
export const methodHints: Record<PaymentMethod, string> = {
  card: 'Visa, Mastercard',
  wallet: 'Balance or card',
  checkout: 'Any card',
  upi: 'Any UPI app',
  netbanking: 'Your bank',
  bitcoin: 'Any Bitcoin wallet',
  crypto: 'Coins',
}

/** Label of the way back to a form, and its title then. */
export const correctReference = 'Correct the reference'

export type MethodState = 'open' | 'paused' | 'unavailable'

/** Returns the methods to show for a currency. Those of a provider's page are only shown where they are set up. */
export function methodsFor(currency: Currency, options?: PaymentOptions): PaymentMethod[] {
  return paymentMethods.filter(
    (method) => methodCurrencies[method].includes(currency) && (!isRedirect(method) || options?.[method]),
  )
}

export function isRedirect(method: PaymentMethod | null): method is RedirectMethod {
  return (redirectMethods as readonly (string | null)[]).includes(method)
}

/** Returns a method's state. One that isn't set up here is unavailable, which isn't an error. */
export function stateOf(method: PaymentMethod, options: PaymentOptions): MethodState {
  if (method === 'crypto' && options.crypto?.paused) return 'paused'
  return options[method] === null ? 'unavailable' : 'open'
}
