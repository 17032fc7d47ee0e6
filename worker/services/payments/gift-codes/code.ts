import { createHash } from 'node:crypto'
import { giftCodeBytes, giftCodeOf } from '#contract/values/payments/gift-codes'

export function newGiftCode(): string {
  return giftCodeOf(crypto.getRandomValues(new Uint8Array(giftCodeBytes)))
}

/**
 * Returns the stored form. Without a key: there are too many codes to try, and printed codes outlive a key.
 */
export function giftCodeHash(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
