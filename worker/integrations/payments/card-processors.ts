import type { PaymentsConfig } from './config'

/** Processors whose checkout takes cards of adult sites: what the card rules are for. */
const cardProcessors: readonly string[] = ['verotel', 'ccbill']

/** Returns the card processors that are set up on this server. */
export function cardProcessorsOf(payments: PaymentsConfig): string[] {
  return Object.entries(payments).flatMap(([name, config]) =>
    cardProcessors.includes(name) && config ? [name] : [],
  )
}
