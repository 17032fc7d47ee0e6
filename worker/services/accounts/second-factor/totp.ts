import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth/bare'

/** What every authenticator app understands; some take no notice of anything else. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Steps before and after the present one, for clocks that are not quite right. */
const window = 1

/** 160 random bits in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What the QR code holds. */
export function totpUri(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...settings, secret, issuer, label }).toString()
}

/** The step that a code is of, as it counts from 1970; null for a code of no step near `now`. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...settings, secret, hmac })
  const delta = totp.validate({ token: code, timestamp: now, window })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

function hmac(_algorithm: string, key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac('sha1', key).update(message).digest()
}
