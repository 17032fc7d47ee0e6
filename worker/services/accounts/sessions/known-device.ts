import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config, Key } from '#worker/config'

/** The fields of an account that a device's mark depends on. */
interface Marked {
  id: number
  /** Raised whenever every session ends, which also makes the account forget every device. */
  tokenVersion: number
}

/** Accounts that one browser is remembered for. */
const accountsMax = 5
const form = /^[\w-]{22}(\.[\w-]{22}){1,5}$/

/**
 * Returns the device cookie of a browser that just signed in: a random ID, and a mark for each account, newest
 * first. A mark is a MAC over ID and account, so the cookie says nothing about them without the key.
 */
export function rememberAccount(
  cookie: string | undefined,
  account: Marked,
  { sessionKeys: [key] }: Pick<Config, 'sessionKeys'>,
): string {
  if (!key) throw new Error('No session key')
  const [device = randomBytes(16).toString('base64url'), ...marks] = partsOf(cookie)
  const mark = markOf(device, account, key).toString('base64url')
  const others = marks.filter((other) => other !== mark)
  return [device, mark, ...others.slice(0, accountsMax - 1)].join('.')
}

/** Returns the ID of a device that signed in to this account before, for its own limits; otherwise null. */
export function knownDevice(
  cookie: string | undefined,
  account: Marked,
  { sessionKeys }: Pick<Config, 'sessionKeys'>,
): string | null {
  const [device, ...marks] = partsOf(cookie)
  if (device === undefined) return null
  const expected = sessionKeys.map((key) => markOf(device, account, key))
  const given = marks.map((mark) => Buffer.from(mark, 'base64url'))
  return given.some((mark) => expected.some((each) => timingSafeEqual(mark, each))) ? device : null
}

function partsOf(cookie: string | undefined): string[] {
  return cookie !== undefined && form.test(cookie) ? cookie.split('.') : []
}

/** Returns a mark of 128 bits, which can be guessed only by trying it here, where each try counts. */
function markOf(device: string, { id, tokenVersion }: Marked, { secret }: Key): Buffer {
  const hmac = createHmac('sha256', secret).update(`device\n${device}\n${id}\n${tokenVersion}`)
  return hmac.digest().subarray(0, 16)
}
