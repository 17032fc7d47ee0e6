import type { Key } from '#worker/config'

const ivBytes = 12

/**
 * Encrypts a secret for one account with a key derived from the pepper. Returns `<pepper>.<IV and
 * ciphertext>`: a leaked database can't generate codes.
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

/** Returns the secret, and whether to seal it again because its pepper is being retired. */
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

/** The account is authenticated data, so a secret copied to another row can't be opened. */
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
