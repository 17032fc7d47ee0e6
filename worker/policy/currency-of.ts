import type { Currency } from '#contract/values/payments/prices'

/** Countries that pay in euros, by law or by agreement. */
const euro =
  'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK GP GF MQ RE YT BL MF PM AX TF'.split(
    ' ',
  )
const countries: Partial<Record<Currency, readonly string[]>> = {
  INR: ['IN'],
  EUR: euro,
  GBP: ['GB', 'GG', 'IM', 'JE'],
}

/** Returns the currency that people in a place pay in, if it is offered; otherwise dollars, or the first. */
export function currencyOf(place: string | undefined, offered: readonly Currency[]): Currency {
  const country = place?.slice(0, 2) ?? ''
  const own = offered.find((each) => countries[each]?.includes(country))
  return own ?? offered.find((each) => each === 'USD') ?? offered[0] ?? 'USD'
}
