import { type Plan, periodDays } from '#contract/values/payments/prices'
import { formatDate } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { linkLook } from '#web/ui/text/link-look'
import { NewTabLink } from '#web/ui/text/new-tab-link.tsx'
import { termEnd } from './term/end'

export interface OrderNoteProps {
  plan: Plan
  /** In money with its currency, or in a coin. */
  total: string
  /** The server's time when it listed the payment options. */
  now: string
  /** End of the running term, to which a new one is added. */
  premiumUntil: string | null
  /** The site's address for questions; undefined until it is known. */
  support: string | undefined
  /** The text on a card's statement; null where there is none. */
  descriptor?: string | null
}

/** Shows the terms of an order, for every method, as card networks ask for a prepaid term. */
export function OrderNote({ plan, total, now, premiumUntil, support, descriptor }: OrderNoteProps) {
  const days = periodDays[plan]
  return (
    <FactList layout="lines">
      <Fact term="Total">
        <strong className="font-bold text-text">{total}</strong>
      </Fact>
      <Fact term="Length">{days} days</Fact>
      <Fact term="Ends">{formatDate(termEnd({ now, premiumUntil, days }))}</Fact>
      <Fact term="Renewal">Does not renew</Fact>
      {descriptor ? <Fact term="On your statement">{descriptor}</Fact> : null}
      <Fact term="Refunds">
        <NewTabLink href={paths.legal('terms')}>Refund policy</NewTabLink>
      </Fact>
      {support ? (
        <Fact term="Support">
          <a href={`mailto:${support}`} className={`wrap-anywhere ${linkLook}`}>
            {support}
          </a>
        </Fact>
      ) : null}
    </FactList>
  )
}

/** Says what paying agrees to, where no consent is ticked. */
export function AgreedByPaying() {
  return (
    <p className="text-dim text-meta">
      By paying you agree to the <NewTabLink href={paths.legal('terms')}>Terms of Service</NewTabLink>.
    </p>
  )
}
