import { type Currency, type Plan, periodDays } from '#contract/values/payments/prices'
import { addedTerm } from '#contract/values/payments/term'
import { formatDate } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { linkLook } from '#web/ui/text/link-look'
import { NewTabLink } from '#web/ui/text/new-tab-link.tsx'
import type { Consent } from './use-consent'

/** What doesn't depend on the method. */
export interface OrderFacts {
  plan: Plan
  /** The server's time when it listed the payment options. */
  now: string
  /** End of the running term, to which a new one is added. */
  premiumUntil: string | null
  /** The site's address for questions; undefined until it is known. */
  support: string | undefined
}

export interface OrderNoteProps extends OrderFacts {
  /** "$14.99", "0.0005 BTC". */
  total: string
  /** Its code is added to the total. Left out for a coin, whose amounts name it. */
  currency?: Currency
  /** The text on a card's statement; null where there is none. */
  descriptor?: string | null
  /** Left out where no method is chosen yet. */
  consent?: Consent
}

/** Shows the terms of an order and asks the buyer to agree to them: for every method, as card networks ask. */
export function OrderNote(props: OrderNoteProps) {
  const { plan, total, currency, now, premiumUntil, support, descriptor, consent } = props
  const days = periodDays[plan]
  const runningUntil = premiumUntil === null ? null : Date.parse(premiumUntil)
  const { until } = addedTerm({ at: Date.parse(now), runningUntil, days })
  return (
    <div className="grid gap-1">
      <FactList layout="lines">
        <Fact term="Total">
          <strong className="font-bold text-text">{currency ? `${total} ${currency}` : total}</strong>
        </Fact>
        <Fact term="Length">{days} days</Fact>
        <Fact term="Ends">{formatDate(new Date(until).toISOString())}</Fact>
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
      {consent ? (
        <Checkbox
          label={
            <>
              I agree to pay {total} once for {days} days of premium, and to the{' '}
              <NewTabLink href={paths.legal('terms')}>Terms of Service</NewTabLink>.
            </>
          }
          {...consent.field}
        />
      ) : null}
    </div>
  )
}
