import { cents } from '#dev/sandbox/payments/money'
import { InputError } from './error.ts'
import type { Invoice } from './state.ts'

type Input = Pick<Invoice, 'minor' | 'currency' | 'metadata' | 'checkout'>

/** A store's default settings for checkout. */
const defaults: Invoice['checkout'] = {
  expirationMinutes: 15,
  monitoringMinutes: 1440,
  paymentTolerance: 0,
  speedPolicy: 'MediumSpeed',
  redirectURL: null,
  redirectAutomatically: false,
}
const currencies = ['USD', 'EUR', 'GBP', 'INR', 'BTC']
const speeds = ['HighSpeed', 'MediumSpeed', 'LowMediumSpeed', 'LowSpeed']

/** Reads the body of a creation as strictly as the API. */
export function readInvoiceInput(body: Record<string, unknown>): Input {
  const { amount = null, currency = 'USD', metadata, checkout } = body
  return {
    minor: amount === null ? null : readAmount('amount', amount),
    currency: readCurrency(currency),
    metadata: (metadata ?? {}) as Record<string, unknown>,
    checkout: readCheckout((checkout ?? {}) as Record<string, unknown>),
  }
}

/** The API takes decimals as texts, and as numbers too. */
export function readAmount(path: string, amount: unknown): number {
  const minor = cents(typeof amount === 'number' ? String(amount) : amount)
  if (minor === null) throw new InputError(path, 'The amount should be 0 or more.')
  return minor
}

export function readCurrency(currency: unknown): string {
  if (typeof currency !== 'string' || !currencies.includes(currency)) {
    throw new InputError('currency', 'Invalid currency')
  }
  return currency
}

function readCheckout(given: Record<string, unknown>): Invoice['checkout'] {
  const checkout = { ...defaults, ...dropNulls(given) } as Invoice['checkout']
  if (!(checkout.expirationMinutes >= 0.5)) {
    throw new InputError('checkout.expirationMinutes', 'Expiration time must be at least 30 seconds')
  }
  if (!(checkout.paymentTolerance >= 0 && checkout.paymentTolerance <= 100)) {
    const message = 'PaymentTolerance can only be between 0 and 100 percent'
    throw new InputError('checkout.paymentTolerance', message)
  }
  if (!speeds.includes(checkout.speedPolicy)) {
    throw new InputError('checkout.speedPolicy', 'Could not convert the value to a SpeedPolicy')
  }
  return checkout
}

function dropNulls(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
}
