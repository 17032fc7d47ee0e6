import type { PaymentMethod } from '#contract/values/payments/payments'
import { type ProcessorId, processorIds, processors } from '#contract/values/payments/processors'
import type { ConfigReader } from '#worker/integrations/payments/config-reader'
import type { Outside } from '#worker/integrations/payments/http'
import type { Processor, ProcessorKind } from '#worker/integrations/payments/provider'
import { btcpay } from './btcpay/adapter'
import { ccbill } from './ccbill/adapter'
import { paypal } from './paypal/adapter'
import { razorpay } from './razorpay/adapter'
import { verotel } from './verotel/adapter'

const adapters = { paypal, razorpay, btcpay, verotel, ccbill } satisfies Record<ProcessorId, object>

type Configs = {
  [Id in ProcessorId]: (typeof adapters)[Id & keyof typeof adapters] extends ProcessorKind<infer Config>
    ? Config
    : never
}
const kinds: { [Id in ProcessorId]: ProcessorKind<Configs[Id]> } = adapters

/** The configuration of each processor; null for one without its secrets. */
export type ProcessorConfigs = { [Id in ProcessorId]: Configs[Id] | null }

export function parseProcessors(read: ConfigReader): ProcessorConfigs {
  return Object.fromEntries(processorIds.map((id) => [id, kinds[id].parse(read)])) as ProcessorConfigs
}

/** The part of a service's context that a processor needs. */
type Configured = Outside & { config: { payments: ProcessorConfigs } }

/** Returns a processor; null if it isn't configured. */
export function createProcessor<Id extends ProcessorId>(context: Configured, id: Id): Processor | null {
  const config: ProcessorConfigs[Id] = context.config.payments[id]
  return config && kinds[id].create(config, context)
}

/**
 * Returns the processors that may take new orders by a method. Without a card descriptor, no card processor
 * may; orders already paid there are still followed up.
 */
export function processorsFor(
  payments: ProcessorConfigs & { cardDescriptor: string | null },
  method: PaymentMethod,
): ProcessorId[] {
  if (method === 'card' && payments.cardDescriptor === null) return []
  return processorIds.filter((id) => processors[id].method === method && payments[id] !== null)
}

/** Tells whether processors could take cards if only the descriptor were set. */
export function lacksDescriptor(payments: ProcessorConfigs & { cardDescriptor: string | null }): boolean {
  const cards = processorsFor({ ...payments, cardDescriptor: '' }, 'card')
  return payments.cardDescriptor === null && cards.length > 0
}

/**
 * Returns how long a buyer has to pay at a processor, in milliseconds. Money that comes later still counts.
 */
export function openFor(id: ProcessorId): number {
  return kinds[id].openFor
}
