import { type Plan, periodDays } from '#contract/values/payments/prices'
import { formatDate } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { NewTabLink } from '#web/ui/text/new-tab-link.tsx'
import { termEnd } from './term/end'

export interface OrderNoteProps {
  plan: Plan
  /** In money, or in a coin. */
  amount: string
  /** The server's time when it listed the payment options. */
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
      you agree to the <NewTabLink href={paths.legal('terms')}>Terms of Service</NewTabLink>.
    </p>
  )
}
