import { createHash } from 'node:crypto'
import { keys } from './vars.ts'

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

/**
 * Returns the digest that the form's URL must carry: of exactly these values, in this order, with nothing
 * between them.
 */
export function formDigest(price: string, period: string, currencyCode: string): string {
  return md5(`${price}${period}${currencyCode}${keys.CCBILL_SALT}`)
}

/** Returns the digest in a sale's notice: `1` means that it was approved. */
export function saleDigest(subscriptionId: string): string {
  return md5(`${subscriptionId}1${keys.CCBILL_SALT}`)
}
