import { hour } from '#contract/values/shared/time'
import type { Outside } from '#worker/integrations/payments/http'
import type { Processor, ProcessorKind } from '#worker/integrations/payments/provider'
import { kept } from '#worker/integrations/payments/record'
import { parseVerotel, type VerotelConfig } from './config'
import { createOrder } from './create'
import { readSale, settleOrder } from './settle'
import { askStatus } from './status'
import { answers, readVerotelWebhook } from './webhook'

/** Fields of a sale's record that may be shown. Name, address, email and card stay with Verotel. */
const shown = [
  'response',
  'saleResult',
  'saleID',
  'shopID',
  'referenceID',
  'type',
  'priceAmount',
  'priceCurrency',
  'paymentMethod',
  'createdOn',
]

/** Verotel and its sister brands by FlexPay: one-time purchases by card, on their order page. */
function create(config: VerotelConfig, outside: Outside): Processor {
  return {
    id: 'verotel',
    refunds: 'manual',
    create: async (order, returnUrl) => createOrder(config, order, returnUrl),
    settle: (order) => settleOrder(config, outside, order),
    read: (id, order, returned) => readSale(config, outside, id, order, returned),
    find: async () => [],
    // There is no list; the nightly comparison asks about each order.
    list: async () => ({ payments: [], complete: false }),
    readWebhook: async (request) => readVerotelWebhook(config, request),
    answers,
    // A chargeback opens no dispute: it is a final state of the sale.
    readDispute: async () => null,
    refund: async () => ({
      kind: 'refused',
      code: 'manual',
      message: "Refund this payment in Verotel's Control Center.",
    }),
    record: async (id) => {
      const pairs = await askStatus(config, outside, 'read-record', { saleID: id })
      return pairs.response === 'FOUND' ? kept(pairs, shown) : null
    },
  }
}

export const verotel: ProcessorKind<VerotelConfig> = {
  openFor: 2 * hour,
  parse: parseVerotel,
  create,
}
