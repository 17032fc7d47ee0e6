import { maxRegions, regionPattern } from '../shared/regions'
import { methodCurrencies, type PaymentMethod, paymentMethods } from './payments'
import type { Currency } from './prices'

/** The places where a method is offered: only in these countries, or everywhere except there. */
export interface OfferPlaces {
  kind: 'only' | 'except'
  /** A country such as `FR`, or a subdivision such as `US-TX`. */
  codes: string[]
}

/** The operator's choice for a method. A list has one for each method, in the order of the chooser. */
export interface MethodOffer {
  method: PaymentMethod
  offered: boolean
  /** Null: all that the method takes. */
  currencies: Currency[] | null
  /** Null: everywhere. */
  countries: OfferPlaces | null
}

export function defaultOffers(): MethodOffer[] {
  return paymentMethods.map(defaultOffer)
}

function defaultOffer(method: PaymentMethod): MethodOffer {
  return { method, offered: true, currencies: null, countries: null }
}

/** Returns the currencies in which a method is offered. */
export function offeredCurrencies({ method, offered, currencies }: MethodOffer): readonly Currency[] {
  if (!offered) return []
  return methodCurrencies[method].filter((currency) => currencies?.includes(currency) ?? true)
}

/**
 * Reads a stored list. A method that it lacks has its default, after the method that precedes it by default;
 * a method whose choice is no longer valid gets its default, but stays off if it was off.
 */
export function readOffers(stored: unknown): MethodOffer[] {
  const entries: unknown[] = Array.isArray(stored) ? stored : []
  const offers: MethodOffer[] = []
  for (const entry of entries) {
    const method = paymentMethods.find((each) => each === field(entry, 'method'))
    if (!method || offers.some((offer) => offer.method === method)) continue
    const isOff = field(entry, 'offered') === false
    offers.push(readOffer(entry, method) ?? { ...defaultOffer(method), offered: !isOff })
  }
  for (const [at, method] of paymentMethods.entries()) {
    if (offers.some((offer) => offer.method === method)) continue
    const before = offers.findIndex((offer) => offer.method === paymentMethods[at - 1])
    offers.splice(before + 1, 0, defaultOffer(method))
  }
  return offers
}

/** Returns a stored choice, or null for an invalid one. */
function readOffer(entry: unknown, method: PaymentMethod): MethodOffer | null {
  const [offered, currencies, countries] = ['offered', 'currencies', 'countries'].map((name) =>
    field(entry, name),
  )
  const takes: readonly unknown[] = methodCurrencies[method]
  const isValid =
    typeof offered === 'boolean' &&
    (currencies === null || isListOf(currencies, (each) => takes.includes(each))) &&
    (countries === null || isPlaces(countries))
  return isValid ? ({ method, offered, currencies, countries } as MethodOffer) : null
}

function isPlaces(countries: unknown): boolean {
  const codes = field(countries, 'codes')
  return (
    ['only', 'except'].includes(field(countries, 'kind') as string) &&
    isListOf(codes, (code) => typeof code === 'string' && regionPattern.test(code)) &&
    codes.length <= maxRegions
  )
}

function isListOf(list: unknown, is: (each: unknown) => boolean): list is unknown[] {
  return Array.isArray(list) && list.length > 0 && list.every(is) && new Set(list).size === list.length
}

function field(entry: unknown, name: string): unknown {
  return (entry as Record<string, unknown> | null | undefined)?.[name]
}
