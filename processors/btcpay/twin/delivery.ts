import { hmacHex } from '#dev/sandbox/payments/hmac'
import type { Delivery } from '#dev/sandbox/payments/twin'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { jsonDefects, signedJson } from '#dev/sandbox/payments/webhooks/signed-json'
import { keys } from './vars.ts'

async function signBtcpay(
  body: string,
  secret: string = keys.BTCPAY_WEBHOOK_SECRETS,
): Promise<Record<string, string>> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'btcpay-sig': `sha256=${await hmacHex(secret, body)}`,
  }
}

/** Returns a delivery's body. Each repetition is a delivery of its own, which names the first. */
function btcpayBody({ id, body, attempts }: WebhookEvent): string {
  if (attempts === 0) return body
  return JSON.stringify({ ...JSON.parse(body), deliveryId: `${id}again${attempts}`, isRedelivery: true })
}

/** `otherSecret`: signed with the key of the API. */
export const defects = [...jsonDefects, 'otherSecret'] as const
export type Defect = (typeof defects)[number]

export function btcpayDelivery(event: WebhookEvent, wrong?: Defect): Promise<Delivery> {
  const secret = wrong === 'otherSecret' ? keys.BTCPAY_API_KEY : undefined
  const sign = (signed: string) => signBtcpay(signed, secret)
  return signedJson({ body: btcpayBody(event), account: 'storeId', sign }, wrong)
}
