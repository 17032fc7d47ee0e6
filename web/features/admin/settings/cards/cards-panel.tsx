import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useRef, useState } from 'react'
import type { CardRules } from '#contract/schemas/moderation/card-rules'
import { reportBusinessDays } from '#contract/values/moderation/report-clock'
import { removalHours } from '#contract/values/moderation/safety'
import { providerNames } from '#contract/values/payments/method-names'
import { ReviewNewest } from '#web/entities/case/review-newest.tsx'
import { waitingQuery } from '#web/entities/case/waiting-query'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { formatTime } from '#web/lib/format'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { useFailedTo } from '#web/ui/feedback/failed-to'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { cardRulesQuery } from '../queries'
import { cardConsequences, recordsDuty, unreviewedLabel } from './words'

const CardsOnDialog = lazyDialog(() => import('./dialogs'), 'CardsOnDialog')
const CardsOffDialog = lazyDialog(() => import('./dialogs'), 'CardsOffDialog')

/** Shows whether cards are taken, what the rules of the card networks mean here, and the switch. */
export function CardsPanel() {
  const { data: rules, error, refetch } = useQuery(cardRulesQuery)
  useFailedTo('load the card rules', error)
  if (error && !rules) return <LoadError error={error} onRetry={refetch} />
  if (!rules) return <CardSkeletons label="Loading the card rules" className="h-64" />
  return <Cards rules={rules} />
}

const states: Record<CardRules['state'], { badge: string; tone: 'neutral' | 'warning' | 'success' }> = {
  off: { badge: 'Off', tone: 'neutral' },
  preparing: { badge: 'Preparing', tone: 'warning' },
  on: { badge: 'On', tone: 'success' },
}

function Cards({ rules }: { rules: CardRules }) {
  const id = useId()
  const [asks, setAsks] = useState<'on' | 'off' | null>(null)
  const region = useRef<HTMLElement>(null)
  const keepFocus = useFocusAfter(asks !== null, region)
  const { data: queues } = useQuery(waitingQuery)
  const { badge, tone } = states[rules.state]
  const isOff = rules.state === 'off'

  function ask() {
    keepFocus()
    setAsks(isOff ? 'on' : 'off')
  }

  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-labelledby={id}
      className="grid max-w-3xl gap-6 rounded-panel border border-line bg-surface-1 p-5 sm:p-7"
    >
      <div className="grid gap-1">
        <h2 id={id} className="flex items-center gap-3 font-bold text-section">
          Card payments
          <Badge tone={tone}>{badge}</Badge>
        </h2>
        <p className="text-dim">{stateText(rules)}</p>
      </div>
      <FactList>
        <Fact
          term="Card processor"
          note={rules.processors.length === 0 ? 'No card is offered until one is set up.' : undefined}
        >
          {rules.processors.map(processorName).join(', ') || 'None set up on this server'}
        </Fact>
        <Fact term="Content approval">
          {rules.requireContentApproval ? (isOff ? 'On' : 'On, and locked') : 'Off'}
        </Fact>
        <Fact term={unreviewedLabel} note="Public, unlisted or scheduled">
          {rules.unreviewed}
        </Fact>
        <Fact
          term="Trusted uploaders"
          note={isOff || rules.trusted === 0 ? undefined : 'Reviewed like everyone else'}
        >
          {rules.trusted}
        </Fact>
      </FactList>
      <Points title={isOff ? 'What turning it on does' : 'While it is on'} points={cardConsequences(rules)} />
      <Points title="What remains your duty" points={recordsDuty} />
      <p className="text-dim text-meta">
        Card networks want complaints resolved within 7 business days. Removal requests are due within{' '}
        {removalHours} hours, reports within {reportBusinessDays} business days, both with reminders. The
        monthly report for your acquirer is in <TextLink to={adminTab('payments')}>Payments</TextLink>.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant={isOff ? 'primary' : 'secondary'} onClick={ask}>
          {isOff ? 'Turn on card payments' : 'Turn off card payments'}
        </Button>
        {isOff ? null : <ReviewNewest waiting={queues?.pending ?? 0} />}
      </div>
      <Suspense>
        {asks === 'on' ? <CardsOnDialog rules={rules} onClose={() => setAsks(null)} /> : null}
        {asks === 'off' ? <CardsOffDialog onClose={() => setAsks(null)} /> : null}
      </Suspense>
    </section>
  )
}

function stateText({ state, since, unreviewed, processors }: CardRules) {
  if (state === 'off') return "Members can't pay by card."
  const when = since && <time dateTime={since}>{formatTime(since)}</time>
  return (
    <>
      The card rules have applied since {when}.{' '}
      {state === 'preparing'
        ? `${unreviewed === 1 ? '1 video is' : `${unreviewed} videos are`} still being sent to review. Cards are offered once none is left, usually within minutes.`
        : processors.length === 0
          ? 'Members can pay by card as soon as a processor is set up.'
          : 'Members can pay by card.'}
    </>
  )
}

function processorName(id: string): string {
  const names: Record<string, string> = providerNames
  return names[id] ?? id
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div className="grid gap-2">
      <h3 className="font-bold">{title}</h3>
      <ul className="grid list-disc gap-1.5 pl-5 text-dim marker:text-faint">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  )
}
