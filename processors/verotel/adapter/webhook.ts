import type { WebhookAnswer, WebhookNotice, WebhookRequest } from '#worker/integrations/payments/provider'
import type { VerotelConfig } from './config'
import { isSigned, type Params } from './signature'

/** All parameters of a purchase's postbacks. */
const names: ReadonlySet<string> = new Set([
  'signature',
  'event',
  'shopID',
  'saleID',
  'referenceID',
  'transactionID',
  'parentID',
  'type',
  'priceAmount',
  'priceCurrency',
  'amount',
  'currency',
  'paymentMethod',
  'country',
  'custom1',
  'custom2',
  'custom3',
  'description',
  'CCBrand',
  'truncatedPAN',
])

/** Verotel returns the money of a card's sale whose postback isn't answered `OK`. */
export const answers: { accepted: WebhookAnswer; refused: WebhookAnswer } = {
  accepted: { status: 200, type: 'text/plain; charset=utf-8', body: 'OK' },
  refused: { status: 400, type: 'text/plain; charset=utf-8', body: 'REFUSED' },
}

/**
 * Reads a postback; null if it isn't Verotel's, about our shop. The signature covers all of it, but is a
 * plain hash of unescaped text. So only known names, once each, with plain values without a colon are
 * accepted: nothing can be appended, and no value can pass for two. Our start URLs are signed with the same
 * key, and never name a sale.
 */
export function readVerotelWebhook(
  config: VerotelConfig,
  { method, url }: WebhookRequest,
): WebhookNotice | null {
  const given = [...url.searchParams]
  const { signature = '', ...params }: Params = Object.fromEntries(given)
  if (method !== 'GET' || given.length !== new Set(given.map(([name]) => name)).size) return null
  if (!given.every(([name, value]) => names.has(name) && /^[ -9;-~]*$/.test(value))) return null
  if (!isSigned(config.signatureKey, params, signature)) return null
  return params.shopID === config.shopId ? noticeOf(params) : null
}

function noticeOf({ event = 'sale', saleID = '', transactionID, referenceID }: Params): WebhookNotice | null {
  if (!/^\d{1,20}$/.test(saleID) || !/^\w{1,32}$/.test(event)) return null
  const kind = event === 'credit' ? 'refunded' : event === 'chargeback' ? 'reversed' : null
  const order = event === 'sale' ? referenceID : undefined
  return {
    eventId: [event, saleID, ...(event === 'sale' || !transactionID ? [] : [transactionID])].join(':'),
    type: event,
    orders: order ? [order] : [],
    payments: order || kind ? [] : [saleID],
    disputes: [],
    bindings: [],
    returned: kind ? [{ providerPaymentId: saleID, kind }] : [],
  }
}
