import { minute } from '#contract/values/shared/time'
import type { Outside } from '#worker/integrations/payments/http'
import type { Processor, ProcessorKind } from '#worker/integrations/payments/provider'
import { createBtcpayApi } from './api'
import { type BtcpayConfig, parseBtcpay } from './config'
import { createInvoice, expirationMinutes, monitoringMinutes } from './create'
import { listPayments, readPayment, recordOfInvoice } from './read'
import { refundInvoice } from './refunds'
import { settleInvoice } from './settle'
import { readBtcpayWebhook } from './webhook'

/** The operator's own server, paid in bitcoin. An invoice is an order and its payment at once. */
function create(config: BtcpayConfig, outside: Outside): Processor {
  const api = createBtcpayApi(config, outside)
  return {
    id: 'btcpay',
    refunds: 'any',
    create: (order, returnUrl) => createInvoice(api, order, returnUrl),
    settle: (order) => settleInvoice(api, order),
    read: (id) => readPayment(api, id),
    // No one types a reference to an invoice: the order knows it.
    find: async () => [],
    list: (since, until, atMostPages) => listPayments(api, since, until, atMostPages),
    readWebhook: (request) => readBtcpayWebhook(api, request),
    // A transfer on a chain can't be contested.
    readDispute: async () => null,
    refund: (id, minor, currency, key) => refundInvoice(api, id, minor, currency, key),
    record: (id) => recordOfInvoice(api, id),
  }
}

export const btcpay: ProcessorKind<BtcpayConfig> = {
  // A transfer that comes late is noticed all this time.
  openFor: (expirationMinutes + monitoringMinutes) * minute,
  parse: parseBtcpay,
  create,
}
