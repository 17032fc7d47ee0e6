import type { PaymentMethod } from './payments'

interface ProcessorFacts {
  name: string
  /** The method under which the chooser offers it. */
  method: PaymentMethod
  /** Other methods by which a payment may have been made, under the processor's own names for them. */
  also?: Record<string, PaymentMethod>
}

/**
 * Facts about each payment processor, shared by worker, web and sandbox. Its ID is also the name of its
 * folder in processors/ and the end of its webhook's URL. If several are configured for one method, the first
 * takes the orders; for cards, the operator chooses.
 */
export const processors = {
  paypal: { name: 'PayPal', method: 'wallet' },
  razorpay: {
    name: 'Razorpay',
    method: 'checkout',
    // Any other choice inside the checkout counts as the checkout itself.
    also: { upi: 'upi', netbanking: 'netbanking', bank_transfer: 'netbanking' },
  },
  btcpay: { name: 'BTCPay Server', method: 'bitcoin' },
  verotel: { name: 'Verotel', method: 'card' },
  ccbill: { name: 'CCBill', method: 'card' },
} as const satisfies Record<string, ProcessorFacts>

export type ProcessorId = keyof typeof processors
export const processorIds = Object.keys(processors) as ProcessorId[]

export function isProcessor(id: string): id is ProcessorId {
  return Object.hasOwn(processors, id)
}

export function processorFacts(id: ProcessorId): ProcessorFacts {
  return processors[id]
}

/** Processors of cards. Null as a setting: the first that is configured. */
export type CardProcessor = {
  [Id in ProcessorId]: (typeof processors)[Id]['method'] extends 'card' ? Id : never
}[ProcessorId]
export const cardProcessors = processorIds.filter(
  (id): id is CardProcessor => processors[id].method === 'card',
)
