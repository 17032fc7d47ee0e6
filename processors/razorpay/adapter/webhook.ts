import type { z } from 'zod'
import type { WebhookNotice, WebhookRequest } from '#worker/integrations/payments/provider'
import { isHmacOf } from '#worker/integrations/payments/signatures'
import { readBody } from '#worker/integrations/payments/webhook-body'
import type { RazorpayConfig } from './config'
import { webhookEvent } from './shapes'

type Event = z.infer<typeof webhookEvent>

/** Returns null unless Razorpay signed exactly these bytes, with a secret of ours, for our account. */
export async function readRazorpayWebhook(
  config: RazorpayConfig,
  { headers, body }: WebhookRequest,
): Promise<WebhookNotice | null> {
  const signature = headers.get('x-razorpay-signature') ?? ''
  // Unsigned, so it only separates rows: a replay under another ID asks Razorpay once more, and changes
  // nothing.
  const eventId = headers.get('x-razorpay-event-id') ?? ''
  if (!/^[\w.-]{1,128}$/.test(eventId)) return null
  const matches = await Promise.all(config.webhookSecrets.map((secret) => isHmacOf(secret, body, signature)))
  if (!matches.includes(true)) return null
  const event = readBody(body, webhookEvent)
  if (event?.account_id !== config.accountId) return null
  return { eventId, type: event.event, ...subjectsOf(event), bindings: [] }
}

function subjectsOf({ payload }: Event): Pick<WebhookNotice, 'orders' | 'payments' | 'disputes'> {
  const { payment, order, refund, dispute } = payload
  return {
    orders: idsIn('order_', [order?.entity.id, payment?.entity.order_id]),
    payments: idsIn('pay_', [payment?.entity.id, refund?.entity.payment_id, dispute?.entity.payment_id]),
    disputes: idsIn('disp_', [dispute?.entity.id]),
  }
}

function idsIn(prefix: string, values: (string | null | undefined)[]): string[] {
  const ids = values.filter((value) => value?.startsWith(prefix) && /^\w{1,64}$/.test(value)) as string[]
  return [...new Set(ids)]
}
