import { minute } from '#contract/values/shared/time'
import type { Outside } from '#worker/integrations/payments/http'
import type { Processor, ProcessorKind } from '#worker/integrations/payments/provider'
import { createRazorpayApi } from './api'
import { parseRazorpay, type RazorpayConfig } from './config'
import { createOrder } from './create'
import { readRazorpayDispute, refundPayment } from './money-back'
import { findPayments, listPayments, readPayment, recordOfPayment } from './read'
import { settleOrder } from './settle'
import { readRazorpayWebhook } from './webhook'

/** The regional checkout, and the book in which UPI and bank transfers to our payee are found. */
function create(config: RazorpayConfig, outside: Outside): Processor {
  const api = createRazorpayApi(config, outside)
  return {
    id: 'razorpay',
    refunds: 'any',
    create: (order) => createOrder(api, outside.now, order),
    settle: (order, proof, mayTake) => settleOrder({ api, config, mayTake }, order, proof),
    read: (id) => readPayment(api, id),
    find: (reference) => findPayments(api, reference),
    list: (since, until, atMostPages) => listPayments(api, since, until, atMostPages),
    readWebhook: (request) => readRazorpayWebhook(config, request),
    readDispute: (id) => readRazorpayDispute(api, id),
    // The payment knows its currency.
    refund: (id, minor, _currency, key) => refundPayment(api, id, minor, key),
    record: (id) => recordOfPayment(api, id),
  }
}

export const razorpay: ProcessorKind<RazorpayConfig> = {
  openFor: 30 * minute,
  parse: parseRazorpay,
  create,
}
