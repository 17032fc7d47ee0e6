import type { WebhookNotice, WebhookRequest } from '#worker/integrations/payments/provider'
import { isHmacOf } from '#worker/integrations/payments/signatures'
import { readBody } from '#worker/integrations/payments/webhook-body'
import type { BtcpayApi } from './api'
import { invoiceOfPull } from './refunds'
import { webhookEvent } from './shapes'

/** Returns null unless the server signed exactly these bytes, with a secret of ours, for our store. */
export async function readBtcpayWebhook(
  api: BtcpayApi,
  { headers, body }: WebhookRequest,
): Promise<WebhookNotice | null> {
  const { storeId, webhookSecrets } = api.config
  const signature = /^sha256=([0-9a-f]{64})$/.exec(headers.get('btcpay-sig') ?? '')?.[1]
  if (signature === undefined) return null
  const matches = await Promise.all(webhookSecrets.map((secret) => isHmacOf(secret, body, signature)))
  if (!matches.includes(true)) return null
  const event = readBody(body, webhookEvent)
  if (event?.storeId !== storeId) return null
  const eventId = event.originalDeliveryId ?? event.deliveryId
  if (!/^[\w-]{1,128}$/.test(eventId)) return null
  return {
    eventId,
    type: event.type,
    orders: idsIn(event.invoiceId),
    // A payout names the link, and the link names the invoice.
    payments: idsIn(event.pullPaymentId && (await invoiceOfPull(api, event.pullPaymentId))),
    disputes: [],
    bindings: [],
  }
}

/**
 * Returns the ID as a list; empty for the server's own test of a webhook, which names an invoice that can't
 * exist.
 */
function idsIn(id: string | null | undefined): string[] {
  return id && /^[A-Za-z0-9]{1,64}$/.test(id) ? [id] : []
}
