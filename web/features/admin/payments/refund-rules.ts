import { formatMoney } from '../../../lib/format'
import type { Faults } from '../../../lib/use-form'
import { checkNote } from './check-note'

/** Minor units of a typed amount, "5", "5.5" or "5,50"; null for anything else. Read as text, so that no cent is lost. */
export function parseAmount(typed: string): number | null {
  const [, whole, part = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? []
  return whole === undefined ? null : Number(whole + part.padEnd(2, '0'))
}

export interface RefundValues {
  kind: 'full' | 'part'
  /** As typed; only of a part. */
  amount: string
  reason: string
}

/** What is wrong with a refund of at most `left` minor units. */
export function checkRefund(
  { kind, amount, reason }: RefundValues,
  left: number,
  currency: string,
): Faults<RefundValues> {
  const minor = parseAmount(amount)
  return {
    amount:
      kind === 'part' &&
      (minor === null || minor === 0
        ? 'Please enter an amount such as 5 or 5.50.'
        : minor > left && `At most ${formatMoney(left, currency)} is left to refund.`),
    reason: checkNote(reason, 'Please say why'),
  }
}

/** What would go back, in minor units. */
export function refundAmount({ kind, amount }: RefundValues, left: number): number {
  return kind === 'full' ? left : (parseAmount(amount) ?? 0)
}
