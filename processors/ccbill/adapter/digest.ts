import { createHash, timingSafeEqual } from 'node:crypto'

// MD5 is CCBill's choice. Neither digest proves a payment: DataLink does.

/**
 * Returns the digest of a form's URL. It covers price, days and currency as they are written there, and nothing else: the
 * order isn't signed.
 */
export function formDigest(price: string, days: string, currencyCode: string, salt: string): string {
  return md5(`${price}${days}${currencyCode}${salt}`)
}

/** Returns the digest in the notice of a sale that was approved (`1`). */
export function saleDigest(subscriptionId: string, salt: string): string {
  return md5(`${subscriptionId}1${salt}`)
}

/** Compares two texts in a time that depends on neither. */
export function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected))
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
