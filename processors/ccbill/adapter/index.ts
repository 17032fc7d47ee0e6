import { day, hour, minute } from '#contract/values/shared/time'
import type { Outside } from '#worker/integrations/payments/http'
import type { Processor, ProcessorKind } from '#worker/integrations/payments/provider'
import { type CCBillConfig, parseCCBill } from './config'
import { createOrder } from './create'
import { createDataLink } from './data-link'
import { listPayments } from './list'
import { refundPayment } from './money-back'
import { readPayment, settleOrder } from './settle'
import { readCCBillWebhook } from './webhook'

/** Cards on a form of CCBill's, which may be asked about a sale only by the number that its notice gave. */
function create(config: CCBillConfig, outside: Outside): Processor {
  const api = createDataLink(config, outside)
  const { now } = outside
  return {
    id: 'ccbill',
    refunds: 'whole',
    create: async (order) => createOrder(config, order),
    settle: (order) => settleOrder(api, order, now),
    read: (id, order, returned) => readPayment(api, id, order, returned, now),
    // It lists nothing that a buyer could name.
    find: async () => [],
    list: (since, until) => listPayments(api, config, since, until),
    // Once per hour by CCBill's clock.
    listLimit: { period: day, pause: hour + minute },
    readWebhook: (request) => readCCBillWebhook(config, request),
    // Chargebacks have no number of their own: the payment is reversed.
    readDispute: async () => null,
    refund: (id) => refundPayment(api, id),
    // It holds dates and counters, and nothing about the payer.
    record: (id) => api.status(id),
  }
}

export const ccbill: ProcessorKind<CCBillConfig> = {
  // The form's URL never ends.
  openFor: 6 * hour,
  parse: parseCCBill,
  create,
}
