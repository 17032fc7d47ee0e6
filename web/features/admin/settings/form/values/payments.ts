import { methodNames } from '#contract/values/payments/method-names'
import type { MethodOffer, OfferPlaces } from '#contract/values/payments/offers'
import { methodCurrencies, type PaymentMethod } from '#contract/values/payments/payments'
import {
  type Currency,
  currencies,
  type Plan,
  type Prices,
  plans,
  priceFault,
} from '#contract/values/payments/prices'
import { maxRegions, regionPattern } from '#contract/values/shared/regions'
import { readCodes } from './blocked-regions'

/** Prices as typed: `14.99`. */
export type TypedPrices = Record<Currency, Record<Plan, string>>

/** The choice for a method, with its countries as typed. */
export interface TypedOffer {
  method: PaymentMethod
  offered: boolean
  currencies: readonly Currency[]
  where: 'everywhere' | OfferPlaces['kind']
  /** Kept while `where` is everywhere. */
  codes: string
}

export function typedPrices(prices: Prices): TypedPrices {
  return mapPrices((currency, plan) => {
    const amount = prices[currency][plan] / 100
    return Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
  })
}

/** Reads typed prices in minor units; text that isn't an amount becomes NaN. */
export function readTypedPrices(typed: TypedPrices): Prices {
  return mapPrices((currency, plan) => {
    const text = typed[currency][plan].trim().replace(',', '.')
    // Parsing 14.29 and multiplying it would give 1428.9999999999998.
    return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN
  })
}

function mapPrices<Value>(
  read: (currency: Currency, plan: Plan) => Value,
): Record<Currency, Record<Plan, Value>> {
  const rows = currencies.map((currency) => [
    currency,
    Object.fromEntries(plans.map((plan) => [plan, read(currency, plan)])),
  ])
  return Object.fromEntries(rows)
}

export function typedPriceFault(typed: TypedPrices, currency: Currency, plan: Plan): string | null {
  return priceFault(currency, plan, readTypedPrices(typed)[currency])
}

/** Returns the first fault, for the form; the table shows each at its field. */
export function checkPrices(typed: TypedPrices): string | null {
  const faults = currencies.flatMap((currency) => plans.map((plan) => typedPriceFault(typed, currency, plan)))
  return faults.find((fault) => fault !== null) ?? null
}

export function typedOffer({ method, offered, currencies: chosen, countries }: MethodOffer): TypedOffer {
  return {
    method,
    offered,
    currencies: chosen ?? methodCurrencies[method],
    where: countries?.kind ?? 'everywhere',
    codes: countries?.codes.join(', ') ?? '',
  }
}

export function readTypedOffer({
  method,
  offered,
  currencies: chosen,
  where,
  codes,
}: TypedOffer): MethodOffer {
  const taken = methodCurrencies[method].filter((each) => chosen.includes(each))
  return {
    method,
    offered,
    currencies: taken.length === methodCurrencies[method].length ? null : taken,
    countries: where === 'everywhere' ? null : { kind: where, codes: [...new Set(readCodes(codes))].sort() },
  }
}

/** Returns the fault in a method's currencies or countries; null if there is none. */
export function typedOfferFault(offer: TypedOffer): { field: 'currencies' | 'codes'; text: string } | null {
  const { currencies: taken, countries } = readTypedOffer(offer)
  if (taken?.length === 0) return { field: 'currencies', text: 'Choose a currency, or turn the method off.' }
  if (!countries) return null
  const wrong = countries.codes.find((code) => !regionPattern.test(code))
  const text =
    wrong !== undefined
      ? `${wrong} isn't a country code. Use codes such as FR or US-TX.`
      : countries.codes.length === 0
        ? 'Enter a country code such as FR.'
        : countries.codes.length > maxRegions && `At most ${maxRegions} can be listed.`
  return text ? { field: 'codes', text } : null
}

/** Returns the first fault, with the method's name; the list shows each at its field. */
export function checkOffers(offers: readonly TypedOffer[]): string | false {
  for (const offer of offers) {
    const fault = typedOfferFault(offer)
    if (fault) return `${methodNames[offer.method]}: ${fault.text}`
  }
  return false
}
