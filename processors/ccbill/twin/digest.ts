import { createHash } from 'node:crypto'
import { keys } from './vars.ts'

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

/** What the URL of the form must carry: a digest of exactly these, in this order, and nothing between them. */
export function formDigest(price: string, period: string, currencyCode: string): string {
  return md5(`${price}${period}${currencyCode}${keys.CCBILL_SALT}`)
}

/** What a notice of a sale carries: `1` is an approved one. */
export function saleDigest(subscriptionId: string): string {
  return md5(`${subscriptionId}1${keys.CCBILL_SALT}`)
}
