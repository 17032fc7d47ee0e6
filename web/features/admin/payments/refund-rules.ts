import { formatMoney } from '#contract/values/shared/money'
import type { Faults } from '#web/lib/form/use-form'
import { checkNote } from './check-note'

/**
 * Parses "5", "5.5" or "5,50" into minor units; null for anything else. Works on the text, so that no cent is
 * lost.
 */
export function parseAmount(typed: string): number | null {
  const [, whole, part = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? []
  return whole === undefined ? null : Number(whole + part.padEnd(2, '0'))
}

export interface RefundValues {
  kind: 'full' | 'part'
  /** As typed; for a partial refund only. */
  amount: string
  reason: string
  /** Whether they looked on the provider's site: an earlier try may have returned the money. */
  checked: boolean
}

/** Returns the faults of a refund of at most `left` minor units. */
export function checkRefund(
  { kind, amount, reason, checked }: RefundValues,
  left: number,
  currency: string,
  isUnclear = false,
): Faults<RefundValues> {
  const minor = parseAmount(amount)
  return {
    amount:
      kind === 'part' &&
      (minor === null || minor === 0
        ? 'Enter an amount, e.g. 5 or 5.50.'
        : minor > left && `At most ${formatMoney(left, currency)} left to refund.`),
    checked: isUnclear && !checked && "Look at the payment on the provider's site first.",
    reason: checkNote(reason, 'Please give a reason'),
  }
}

/** Returns the amount to refund, in minor units. */
export function refundAmount({ kind, amount }: RefundValues, left: number): number {
  return kind === 'full' ? left : (parseAmount(amount) ?? 0)
}
