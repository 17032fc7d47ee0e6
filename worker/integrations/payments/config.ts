import type { Coin } from '#contract/values/payments/payments'
import { lacksDescriptor, type ProcessorConfigs, parseProcessors } from '#processors/adapters'
import type { SecretGuard } from '../../policy/secret-guard'
import { parseChain } from './chain/parse-config'
import { configReader } from './config-reader'

export interface UpiConfig {
  payee: string
  payeeName: string
}

export interface ChainConfig {
  addresses: Partial<Record<Coin, string>>
  /** Two independent explorers per coin: both must agree. */
  explorers: Partial<Record<Coin, readonly [string, string]>>
}

/**
 * Methods without their secrets are null. `problems` describes errors in full sentences, for log and
 * administrator.
 */
export interface PaymentsConfig extends ProcessorConfigs {
  upi: UpiConfig | null
  chain: ChainConfig | null
  /** The name on a card's statement, which the checkout has to tell; without it, cards are off. */
  cardDescriptor: string | null
  problems: string[]
}

/**
 * Returns the payment methods' configuration. Never throws: a misconfigured method is unavailable, and the
 * site stays open. `guard` judges the secrets; it knows those of the site itself.
 */
export function parsePayments(env: unknown, production: boolean, guard: SecretGuard): PaymentsConfig {
  const problems: string[] = []
  const read = configReader(env, production, guard, problems)
  const payee = read.text('UPI_VPA')
  const cardDescriptor = read.text('CARD_DESCRIPTOR') || null
  const processors = parseProcessors(read)
  if (lacksDescriptor({ ...processors, cardDescriptor }))
    read.problem(
      'CARD_DESCRIPTOR missing: the checkout has to say what the statement of a card will show, so cards are off.',
    )
  return {
    ...processors,
    upi: payee ? { payee, payeeName: read.text('UPI_NAME') || 'Membership' } : null,
    chain: parseChain(read),
    cardDescriptor,
    problems,
  }
}
