import type { PaymentOptions } from '#contract/schemas/payments/payments'
import {
  type ClaimMethod,
  type PaymentMethod,
  type RedirectMethod,
  redirectMethods,
} from '#contract/values/payments/payments'
import type { Currency } from '#contract/values/payments/prices'

/** The cards, apps or coins that each method takes, shown below its name. */
export const methodHints: Record<PaymentMethod, string> = {
  card: 'Visa, Mastercard',
  wallet: 'Balance or card',
  checkout: 'Any card',
  upi: 'Any UPI app',
  netbanking: 'Your bank',
  bitcoin: 'Any wallet',
  crypto: 'Coins',
}

/** The end of "I've already paid", for methods whose reference the member types. */
export const paidBy: Record<ClaimMethod, string> = {
  upi: 'by UPI',
  netbanking: 'by netbanking',
  crypto: 'with crypto',
}

/** Label of the button back to a form, and the form's title then. */
export const correctReference = 'Correct the reference'

/** Title of the form of a method that isn't offered any more. */
export const enterReference = 'Enter the reference'

export type MethodState = 'open' | 'paused' | 'unavailable'

/** Returns the methods that are offered in a currency, in the operator's order. */
export function methodsFor(currency: Currency, { offers }: PaymentOptions): PaymentMethod[] {
  return offers.filter(({ currencies }) => currencies.includes(currency)).map(({ method }) => method)
}

export function isRedirect(method: PaymentMethod | null): method is RedirectMethod {
  return (redirectMethods as readonly (string | null)[]).includes(method)
}

/** Returns whether a method was turned off, and only takes the reference of a payment already made. */
export function isLate(method: PaymentMethod, { late }: PaymentOptions): boolean {
  return late.some((each) => each === method)
}

/** Returns a method's state. A method that isn't set up here is unavailable, which isn't an error. */
export function stateOf(method: PaymentMethod, options: PaymentOptions): MethodState {
  if (method === 'crypto' && options.crypto?.paused) return 'paused'
  return options[method] === null ? 'unavailable' : 'open'
}
