import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { base32nopad } from '@scure/base'

/** The settings that every authenticator app supports; some ignore any others. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }
/** Steps accepted before and after the current one, for clocks that are slightly off. */
const steps = [0, -1, 1]

/** Returns 160 random bits in base32. */
export function newTotpSecret(): string {
  return base32nopad.encode(randomBytes(20))
}

/** Returns the URI for the QR code. */
export function totpUri(secret: string, issuer: string, label: string): string {
  const name = [issuer, label].map(encodeURIComponent).join(':')
  const { algorithm, digits, period } = settings
  const query = { issuer, secret, algorithm, digits, period }
  // Some apps would show the plus signs of URLSearchParams.
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return `otpauth://totp/${name}?${pairs.join('&')}`
}

/** Returns the time step of a code, counted from 1970; null when it matches no step near `now`. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const current = Math.floor(now / (settings.period * 1000))
  const given = Buffer.from(code)
  const found = steps.find((step) => {
    const valid = Buffer.from(codeOfStep(secret, current + step))
    return given.length === valid.length && timingSafeEqual(given, valid)
  })
  return found === undefined ? null : current + found
}

/** Returns the code of a time step (RFC 6238, and section 5.3 of RFC 4226). */
function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigInt64BE(BigInt(step))
  const hash = createHmac('sha1', base32nopad.decode(secret)).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** settings.digits).padStart(settings.digits, '0')
}
