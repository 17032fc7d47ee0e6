import type { Key } from '../../../config'

const ivBytes = 12

/**
 * A secret as the database holds it: `<pepper>.<iv and text>`, encrypted with a key that is derived from the pepper, for
 * this account alone. Whoever reads the database makes no codes with it.
 */
export async function sealSecret(secret: string, userId: number, peppers: Key[]): Promise<string> {
  const [pepper] = peppers
  if (!pepper) throw new Error('No pepper')
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const text = await crypto.subtle.encrypt(
    parameters(iv, userId),
    await keyOf(pepper),
    new TextEncoder().encode(secret),
  )
  return `${pepper.id}.${Buffer.concat([iv, new Uint8Array(text)]).toString('base64url')}`
}

/** The secret, and whether it should be sealed anew, since its pepper is about to be given up. */
export async function openSecret(
  sealed: string,
  userId: number,
  peppers: Key[],
): Promise<{ secret: string; outdated: boolean }> {
  const [id, body = ''] = sealed.split('.')
  const pepper = peppers.find((key) => key.id === id)
  if (!pepper) throw new Error('A stored secret is unreadable: its pepper is gone')
  const bytes = Uint8Array.from(Buffer.from(body, 'base64url'))
  const text = await crypto.subtle.decrypt(
    parameters(bytes.subarray(0, ivBytes), userId),
    await keyOf(pepper),
    bytes.subarray(ivBytes),
  )
  return { secret: new TextDecoder().decode(text), outdated: pepper !== peppers[0] }
}

/** The account stands in what is authenticated, so that a secret moved to another row opens nothing. */
function parameters(iv: Uint8Array<ArrayBuffer>, userId: number) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(String(userId)) }
}

async function keyOf(pepper: Key): Promise<CryptoKey> {
  const bytes = new TextEncoder()
  const base = await crypto.subtle.importKey('raw', bytes.encode(pepper.secret), 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytes.encode('totp secret') },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
