import { signedRequest } from './signature.ts'
import { keys } from './vars.ts'

export interface OrderInput {
  priceAmount: string
  priceCurrency: string
  description: string
  referenceID: string
  successURL: string | undefined
  declineURL: string | undefined
}

/** Why an order can't start; the buyer sees it. */
export class StartError extends Error {}

const currencies = ['USD', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF', 'DKK', 'NOK', 'SEK']

/** Reads a one-time purchase from the query of `startorder`. */
export function readOrderInput(query: URLSearchParams): OrderInput {
  const params = signedRequest(query)
  if (!params) throw new StartError('Invalid signature.')
  const { priceAmount = '', priceCurrency = '', description = '', referenceID = '' } = params
  const rules: [string, boolean][] = [
    ['version', params.version === '4'],
    ['type', params.type === 'purchase'],
    ['shopID', params.shopID === keys.VEROTEL_SHOP_ID],
    ['priceAmount', /^\d{1,5}\.\d\d$/.test(priceAmount) && Number(priceAmount) > 0],
    ['priceCurrency', currencies.includes(priceCurrency)],
    ['paymentMethod', params.paymentMethod === undefined || params.paymentMethod === 'CC'],
    ['description', /^[^\p{Cc}]{1,100}$/u.test(description)],
    ['referenceID', /^[ -~]{0,255}$/.test(referenceID)],
    ...['successURL', 'declineURL'].map((name): [string, boolean] => [name, isAddress(params[name])]),
  ]
  for (const [name, holds] of rules) if (!holds) throw new StartError(`Invalid parameter ${name}.`)
  const { successURL, declineURL } = params
  return { priceAmount, priceCurrency, description, referenceID, successURL, declineURL }
}

function isAddress(value: string | undefined): boolean {
  return value === undefined || (value.length <= 255 && /^https?:$/.test(URL.parse(value)?.protocol ?? ''))
}
