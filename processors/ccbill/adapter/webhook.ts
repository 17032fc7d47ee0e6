import { minorOf } from '#worker/integrations/payments/money'
import type { Binding, Returned, WebhookNotice, WebhookRequest } from '#worker/integrations/payments/provider'
import type { CCBillConfig } from './config'
import { currencyOf } from './currencies'
import { isSame, saleDigest } from './digest'

/** 64.38.212.1 to .254, and so on: CCBill's published sources. */
const sources = /^64\.38\.(?:212|215|240|241)\.(\d{1,3})$/

const saleEvent = 'NewSaleSuccess'

/** Types of notices about money that went back. DataLink has to show it, too. */
const returns: Record<string, Returned['kind']> = {
  Refund: 'refunded',
  Void: 'refunded',
  Chargeback: 'reversed',
  // A returned cheque.
  Return: 'reversed',
}

/**
 * Reads a notice. Nothing signs it, so it has to come from CCBill's IP addresses, to our secret URL, for our
 * account; a sale's notice also needs the digest of its ID. Even so, it only says which subscription to look
 * up. Only IDs, price and days are read: the rest includes the buyer's name, address, email and a password.
 */
export async function readCCBillWebhook(
  config: CCBillConfig,
  { url, headers, body, clientAddress }: WebhookRequest,
): Promise<WebhookNotice | null> {
  if (!isSource(clientAddress)) return null
  if (!isSame(url.pathname.split('/').at(-1) ?? '', config.webhookSecret)) return null
  const fields = readFields(headers, body)
  if (!fields) return null
  const type = url.searchParams.get('eventType') ?? ''
  if (!/^\w{1,64}$/.test(type)) return null
  for (const [name, own] of [
    ['clientAccnum', config.account],
    ['clientSubacc', config.subaccount],
  ] as const) {
    const named = [fields(name), url.searchParams.get(name)].filter((value) => value !== null)
    if (named.length === 0 || named.some((value) => value !== own)) return null
  }
  const subscriptionId = idIn(fields('subscriptionId'))
  const eventId = eventIdOf(type, subscriptionId, fields)
  if (eventId === null) return null
  const notice = { eventId, type, orders: [], disputes: [] }
  if (type !== saleEvent) return { ...notice, bindings: [], ...followUp(type, subscriptionId) }
  const digest = fields('dynamicPricingValidationDigest') ?? ''
  if (subscriptionId === null || !isSame(digest, saleDigest(subscriptionId, config.salt))) return null
  return { ...notice, payments: [], bindings: [bindingOf(subscriptionId, fields)] }
}

function followUp(
  type: string,
  providerPaymentId: string | null,
): Pick<WebhookNotice, 'payments' | 'returned'> {
  if (providerPaymentId === null) return { payments: [] }
  const kind = returns[type]
  return kind ? { payments: [], returned: [{ providerPaymentId, kind }] } : { payments: [providerPaymentId] }
}

function isSource(address: string): boolean {
  const last = Number(sources.exec(address)?.[1] ?? 0)
  return last >= 1 && last <= 254
}

/** Returns a field's value; null if it is missing or repeated. */
type Fields = (name: string) => string | null

/** Reads a form or JSON, whichever the portal is set to send. */
function readFields(headers: Headers, body: Uint8Array): Fields | null {
  const text = new TextDecoder().decode(body)
  if (!/json/i.test(headers.get('content-type') ?? '')) {
    const given = new URLSearchParams(text)
    return (name) => (given.getAll(name).length === 1 ? given.get(name) : null)
  }
  try {
    const given = new Map(Object.entries(JSON.parse(text) as Record<string, unknown>))
    return (name) => {
      const value = given.get(name)
      return typeof value === 'string' ? value : null
    }
  } catch {
    return null
  }
}

function idIn(text: string | null): string | null {
  return text !== null && /^\d{1,32}$/.test(text) ? text : null
}

/** Returns an ID made of the fields that tell notices apart, since CCBill doesn't number them. */
function eventIdOf(type: string, subscriptionId: string | null, fields: Fields): string | null {
  const transactionId = idIn(fields('transactionId'))
  if (transactionId !== null) return `${type}:${transactionId}`
  const timestamp = (fields('timestamp') ?? '').replaceAll(/\D/g, '').slice(0, 20)
  return subscriptionId !== null && timestamp !== '' ? `${type}:${subscriptionId}:${timestamp}` : null
}

/**
 * Returns the binding of an order to its subscription. The subscription is the payment's ID, not the
 * transaction: DataLink can't be asked about the latter. `X-orderId` came through the buyer's browser. An
 * unreadable value fits no order, so that an administrator hears of the sale.
 */
function bindingOf(subscriptionId: string, fields: Fields): Binding {
  const orderId = fields('X-orderId') ?? ''
  const days = fields('initialPeriod') ?? ''
  return {
    orderId: /^[\w-]{1,64}$/.test(orderId) ? orderId : '',
    providerPaymentId: subscriptionId,
    amountMinor: minorOf(fields('billedInitialPrice') ?? '') ?? 0,
    currency: currencyOf(fields('billedCurrencyCode') ?? '') ?? '',
    periodDays: /^[1-9]\d{0,2}$/.test(days) ? Number(days) : 0,
  }
}
