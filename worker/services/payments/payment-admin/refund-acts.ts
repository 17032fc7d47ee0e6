import type { auditOf } from '#db/queries/payments/admin'
import type { Processor } from '#worker/integrations/payments/provider'

export type Act = Awaited<ReturnType<typeof auditOf>>[number]

/** What the log records before a provider is asked for a refund. */
export const asked = 'payment.refund'

/** What it records afterwards, by the provider's answer. */
export const answered = {
  done: 'payment.refunded',
  pending: 'payment.refund-pending',
  refused: 'payment.refund-refused',
  unknown: 'payment.refund-unknown',
} as const

/** Returns the latest entry about a refund of the payment whose acts these are. */
export function lastTry(acts: readonly Act[]): Act | undefined {
  return acts.findLast(({ action }) => action.startsWith(asked))
}

/**
 * Returns whether an earlier try may have returned the money, and the provider would do so once more. With a key for each
 * refund, a repetition is harmless.
 */
export function isUnclear(processor: Processor, acts: readonly Act[]): boolean {
  const last = lastTry(acts)?.action
  if (processor.refunds !== 'whole') return false
  return last === asked || last === answered.pending || last === answered.unknown
}
