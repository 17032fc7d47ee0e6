import { hmacHex } from '#dev/sandbox/payments/hmac'
import { sandboxKeys } from '#dev/sandbox/payments/keys'

const [newestSecret = ''] = sandboxKeys.RAZORPAY_WEBHOOK_SECRETS.split(',')

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
