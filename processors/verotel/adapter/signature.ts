import { createHash, timingSafeEqual } from 'node:crypto'

export type Params = Record<string, string>

/**
 * Signs parameters as FlexPay does: the key and all `name=value` pairs that aren't empty, in the order of their
 * names, joined by colons. Nothing is escaped, so a value with a colon signs like two parameters.
 */
export function signatureOf(key: string, params: Params): string {
  return digestOf(key, params).toString('hex')
}

/**
 * Tells, in constant time, whether Verotel or we made the signature. Refuses upper case and SHA-1, which
 * Verotel's own clients accept.
 */
export function isSigned(key: string, params: Params, signature: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(digestOf(key, params), Buffer.from(signature, 'hex'))
}

function digestOf(key: string, params: Params): Buffer {
  const pairs = Object.keys(params)
    .sort()
    .flatMap((name) => (params[name] ? [`${name}=${params[name]}`] : []))
  return createHash('sha256')
    .update([key, ...pairs].join(':'))
    .digest()
}

/** Returns the address of a signed request. */
export function signedUrl(
  { base, signatureKey }: { base: string; signatureKey: string },
  path: 'startorder' | 'salestatus',
  params: Params,
): string {
  const query = new URLSearchParams({ ...params, signature: signatureOf(signatureKey, params) })
  return `${base}/${path}?${query}`
}
