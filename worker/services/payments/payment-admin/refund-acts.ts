import type { auditOf } from '#db/queries/payments/admin'
import type { Processor } from '#worker/integrations/payments/provider'

export type Act = Awaited<ReturnType<typeof auditOf>>[number]

/** The act that is logged before a provider is asked for a refund. */
export const asked = 'payment.refund'

/** The acts that are logged afterwards, by the provider's answer. */
export const answered = {
  done: 'payment.refunded',
  pending: 'payment.refund-pending',
  refused: 'payment.refund-refused',
  unknown: 'payment.refund-unknown',
} as const

/** Returns the latest act that is about a refund, among those of a payment. */
export function lastTry(acts: readonly Act[]): Act | undefined {
  return acts.findLast(({ action }) => action.startsWith(asked))
}

/**
 * Returns whether an earlier try may have returned the money, so that another could return it twice. With a
 * key for each refund, a repetition is harmless.
 */
export function isUnclear(processor: Processor, acts: readonly Act[]): boolean {
  const last = lastTry(acts)?.action
  if (processor.refunds !== 'whole') return false
  return last === asked || last === answered.pending || last === answered.unknown
}
