import { verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Returns whether `signature` is the lower-case hex HMAC-SHA256 of the message, in constant time. */
export async function isHmacOf(
  secret: string,
  message: string | Uint8Array<ArrayBuffer>,
  signature: string,
): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  return await crypto.subtle.verify('HMAC', key, Buffer.from(signature, 'hex'), bytes)
}

/**
 * Returns whether the certificate signed PayPal's text for a delivery. It covers the body only by a CRC-32,
 * which is easily forged: a delivery that passes deserves a look-up and proves nothing.
 */
export function isDeliverySignature(
  certificate: X509Certificate,
  delivery: { id: string; time: string; webhookId: string; body: Uint8Array },
  signature: string,
): boolean {
  const { id, time, webhookId, body } = delivery
  const message = new TextEncoder().encode(`${id}|${time}|${webhookId}|${crc32(body)}`)
  return verify('sha256', message, certificate.publicKey, Buffer.from(signature, 'base64'))
}

/** Returns null for anything but a certificate. */
export function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}
