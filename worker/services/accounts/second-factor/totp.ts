import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth/bare'

/** The settings that every authenticator app supports; some ignore any others. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Steps accepted before and after the current one, for clocks that are slightly off. */
const window = 1

/** Returns 160 random bits in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the URI for the QR code. */
export function totpUri(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...settings, secret, issuer, label }).toString()
}

/** Returns the time step of a code, counted from 1970; null when it matches no step near `now`. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...settings, secret, hmac })
  const delta = totp.validate({ token: code, timestamp: now, window })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

function hmac(_algorithm: string, key: Uint8Array, message: Uint8Array): Uint8Array {
  return createHmac('sha1', key).update(message).digest()
}
