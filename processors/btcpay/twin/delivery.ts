import { hmacHex } from '#dev/sandbox/payments/hmac'
import { sandboxKeys } from '#dev/sandbox/payments/keys'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'

export async function signBtcpay(
  body: string,
  secret: string = sandboxKeys.BTCPAY_WEBHOOK_SECRETS,
): Promise<Record<string, string>> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'btcpay-sig': `sha256=${await hmacHex(secret, body)}`,
  }
}

/** Returns a delivery's body. Each repetition is a delivery of its own, which names the first. */
export function btcpayBody({ id, body, attempts }: WebhookEvent): string {
  if (attempts === 0) return body
  return JSON.stringify({ ...JSON.parse(body), deliveryId: `${id}again${attempts}`, isRedelivery: true })
}
