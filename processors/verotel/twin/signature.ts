import { createHash } from 'node:crypto'
import { keys } from './vars.ts'

/** The signed parameters of a request. Others, such as `email`, aren't covered. */
const signedNames = [
  'version',
  'shopID',
  'priceAmount',
  'priceCurrency',
  'paymentMethod',
  'description',
  'referenceID',
  'saleID',
  'custom1',
  'custom2',
  'custom3',
  'subscriptionType',
  'period',
  'name',
  'trialAmount',
  'trialPeriod',
  'cancelDiscountPercentage',
  'type',
  'successURL',
  'declineURL',
  'precedingSaleID',
  'upgradeOption',
  'mcc',
  'subCreditorName',
  'subCreditorId',
  'subCreditorCountry',
]

/**
 * Signs all parameters but empty ones, as postbacks do. Nothing is escaped, so a `:` in a value ends its
 * field.
 */
export function signVerotel(
  params: Record<string, string>,
  { key = keys.VEROTEL_SIGNATURE_KEY as string, hash = 'sha256' } = {},
): string {
  const pairs = Object.keys(params)
    .sort()
    .flatMap((name) => (params[name] === '' ? [] : [`${name}=${params[name]}`]))
  return createHash(hash)
    .update([key, ...pairs].join(':'))
    .digest('hex')
}

/** Returns the parameters of a request if the shop signed them; null also for a repeated parameter. */
export function signedRequest(query: URLSearchParams): Record<string, string> | null {
  const { signature, ...params } = Object.fromEntries(query)
  if (new Set(query.keys()).size !== query.size) return null
  const covered = Object.entries(params).filter(([name]) => signedNames.includes(name))
  return signature === signVerotel(Object.fromEntries(covered)) ? params : null
}
