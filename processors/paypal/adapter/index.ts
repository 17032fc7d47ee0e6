import { hour } from '#contract/values/shared/time'
import type { Outside } from '#worker/integrations/payments/http'
import type { Processor, ProcessorKind } from '#worker/integrations/payments/provider'
import { createPayPalApi } from './api'
import { type PayPalConfig, parsePayPal } from './config'
import { createOrder } from './create'
import { listTransactions } from './list'
import { readPayPalDispute, refundCapture } from './money-back'
import { readCapture, recordOfCapture } from './read'
import { settleOrder } from './settle'
import { readPayPalWebhook } from './webhook'

/** The wallet. Its payments are captures, and an order has one. */
function create(config: PayPalConfig, outside: Outside): Processor {
  const api = createPayPalApi(config, outside)
  return {
    id: 'paypal',
    refunds: 'any',
    create: (order) => createOrder(api, order),
    settle: (order, _, mayTake) => settleOrder({ api, config, now: outside.now }, order, mayTake),
    read: (id) => readCapture(api, config.merchantId, id),
    // A wallet's reference is never typed: the wallet returns the order's ID.
    find: async () => [],
    list: (since, until, atMostPages) => listTransactions(api, since, until, atMostPages),
    readWebhook: (request) => readPayPalWebhook(config, outside, request),
    readDispute: (id) => readPayPalDispute(api, id),
    refund: (id, minor, currency, key) => refundCapture(api, id, { minor, currency }, key),
    record: (id) => recordOfCapture(api, id),
  }
}

export const paypal: ProcessorKind<PayPalConfig> = {
  openFor: 6 * hour,
  parse: parsePayPal,
  create,
}
