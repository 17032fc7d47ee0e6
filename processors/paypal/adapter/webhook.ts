import type { z } from 'zod'
import type { Outside } from '#worker/integrations/payments/http'
import type { WebhookNotice, WebhookRequest } from '#worker/integrations/payments/provider'
import { isDeliverySignature } from '#worker/integrations/payments/signatures'
import { readBody } from '#worker/integrations/payments/webhook-body'
import { certificateAt } from './certificate'
import type { PayPalConfig } from './config'
import { capturesOf } from './payment'
import { webhookEvent } from './shapes'

type Event = z.infer<typeof webhookEvent>

/**
 * Verifies who signed a delivery, without calling PayPal's API on a stranger's word. Null unless it was
 * PayPal, for our webhook, over exactly these bytes.
 */
export async function readPayPalWebhook(
  config: PayPalConfig,
  outside: Outside,
  { headers, body }: WebhookRequest,
): Promise<WebhookNotice | null> {
  const id = headers.get('paypal-transmission-id')
  const time = headers.get('paypal-transmission-time')
  const signature = headers.get('paypal-transmission-sig')
  const address = headers.get('paypal-cert-url')
  if (!id || !time || !signature || !address) return null
  if (headers.get('paypal-auth-algo') !== 'SHA256withRSA') return null
  const certificate = await certificateAt(address, config.base, outside)
  if (!certificate) return null
  const delivery = { id, time, webhookId: config.webhookId, body }
  return isDeliverySignature(certificate, delivery, signature) ? noticeOf(body) : null
}

function noticeOf(body: Uint8Array): WebhookNotice | null {
  const event = readBody(body, webhookEvent)
  return event && { eventId: event.id, type: event.event_type, ...subjectsOf(event), bindings: [] }
}

/** Returns the IDs to look up. An event of an unknown type names none, but is stored. */
function subjectsOf({
  event_type,
  resource,
}: Event): Pick<WebhookNotice, 'orders' | 'payments' | 'disputes'> {
  const none = { orders: [], payments: [], disputes: [] }
  const own = idsIn([resource.id])
  if (event_type.startsWith('PAYMENT.CAPTURE.')) {
    // For a refund or reversal, the resource is the refund, whose link leads to the capture.
    const up = idsIn(capturesOf(resource))
    const orders = idsIn([resource.supplementary_data?.related_ids?.order_id])
    return { ...none, orders, payments: up.length > 0 ? up : own }
  }
  if (event_type.startsWith('CHECKOUT.'))
    return { ...none, orders: resource.order_id ? idsIn([resource.order_id]) : own }
  if (event_type.startsWith('CUSTOMER.DISPUTE.')) {
    const payments = idsIn((resource.disputed_transactions ?? []).map((each) => each.seller_transaction_id))
    return { ...none, payments, disputes: idsIn([resource.dispute_id]) }
  }
  return none
}

/** A dispute is about a few payments; a forged body could name thousands, each to be looked up. */
const mostNamed = 10

function idsIn(values: (string | undefined)[]): string[] {
  const ids = values.filter((value) => value !== undefined && /^[\w-]{1,64}$/.test(value)) as string[]
  return [...new Set(ids)].slice(0, mostNamed)
}
