import { type Plan, periodDays } from '../../../../contract/values/payments/prices'
import { formatDate } from '../../../lib/format'
import { paths } from '../../../lib/paths'
import { termEnd } from './term-end'

export interface OrderNoteProps {
  plan: Plan
  /** In money, or in a coin. */
  amount: string
  /** The server's time, when it said what can be bought. */
  now: string
  /** End of the running term, to which a new one is added. */
  premiumUntil: string | null
}

/** Shows the terms that the buyer accepts by paying, beside the payment form. */
export function OrderNote({ plan, amount, now, premiumUntil }: OrderNoteProps) {
  const days = periodDays[plan]
  return (
    <p className="text-dim text-meta">
      <strong className="font-bold text-text tabular-nums">{amount}</strong> once for {days} days, until{' '}
      {formatDate(termEnd({ now, premiumUntil, days }))}. No automatic renewal, no further charges. By paying
      you agree to the{' '}
      <a
        href={paths.legal('terms')}
        target="_blank"
        rel="noopener"
        className="rounded-badge text-text underline decoration-faint underline-offset-3 hover:decoration-text"
      >
        Terms of Service
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      .
    </p>
  )
}
