import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth/bare'

const settings = {
  // Supported by every authenticator app; some ignore any others.
  algorithm: 'SHA1',
  digits: 6,
  period: 30,
  // The platform's, in the worker and in Node alike: the library's own would come with every hash that it knows.
  hmac: (algorithm: string, key: Uint8Array, message: Uint8Array) =>
    createHmac(algorithm, key).update(message).digest(),
}

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
  const totp = new TOTP({ ...settings, secret })
  // One step before and after the current one, for clocks that are slightly off.
  const delta = totp.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}
