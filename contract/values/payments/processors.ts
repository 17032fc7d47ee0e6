import type { PaymentMethod } from './payments'

interface ProcessorFacts {
  name: string
  /** The method by which the chooser offers it. */
  method: PaymentMethod
  /** Other methods that a payment may have been made by, by the processor's own word for them. */
  also?: Record<string, PaymentMethod>
}

/**
 * Facts that worker, web and sandbox share about each payment processor. Its ID is also the name of its folder in
 * processors/ and the end of its webhook's URL. Of several for one method, the first that is configured takes the
 * orders; of cards the operator chooses.
 */
export const processors = {
  paypal: { name: 'PayPal', method: 'wallet' },
  razorpay: {
    name: 'Razorpay',
    method: 'checkout',
    // Whatever else was chosen inside the checkout, the buyer chose the checkout.
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
