import { utf8 } from '../bytes.ts'
import { sandboxKeys } from '../keys.ts'

const [newestSecret = ''] = sandboxKeys.RAZORPAY_WEBHOOK_SECRETS.split(',')

/** Lower-case hex HMAC-SHA256. */
export async function hmacHex(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', utf8(secret), algorithm, false, ['sign'])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Signs the checkout's result for the page's handler. */
export function checkoutSignature(orderId: string, paymentId: string): Promise<string> {
  return hmacHex(sandboxKeys.RAZORPAY_KEY_SECRET, `${orderId}|${paymentId}`)
}

export async function signRazorpay(
  eventId: string,
  body: string,
  secret: string = newestSecret,
): Promise<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Razorpay-Webhook/v1',
    'x-razorpay-signature': await hmacHex(secret, body),
    'x-razorpay-event-id': eventId,
  }
}
