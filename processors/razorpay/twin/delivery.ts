import { hmacHex } from '#dev/sandbox/payments/hmac'
import type { Delivery } from '#dev/sandbox/payments/twin'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { jsonDefects, signedJson } from '#dev/sandbox/payments/webhooks/signed-json'
import { keys } from './vars.ts'

const [newestSecret = ''] = keys.RAZORPAY_WEBHOOK_SECRETS.split(',')

/** Signs the checkout's result for the page's handler. */
export function checkoutSignature(orderId: string, paymentId: string): Promise<string> {
  return hmacHex(keys.RAZORPAY_KEY_SECRET, `${orderId}|${paymentId}`)
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

/** `otherSecret`: signed with the secret of the API. */
export const defects = [...jsonDefects, 'otherSecret'] as const
export type Defect = (typeof defects)[number]

export function razorpayDelivery({ id, body }: WebhookEvent, wrong?: Defect): Promise<Delivery> {
  const secret = wrong === 'otherSecret' ? keys.RAZORPAY_KEY_SECRET : undefined
  return signedJson(
    { body, account: 'account_id', sign: (signed) => signRazorpay(id, signed, secret) },
    wrong,
  )
}
