import type { ReactNode } from 'react'
import { formatTime } from '../../lib/format'
import type { BadgeProps } from '../../ui/badge'
import { Fact } from '../../ui/fact-list'

/** The outcome of a report or a removal request, as its receipt shows it. */
export interface CaseOutcome {
  label: string
  tone: NonNullable<BadgeProps['tone']>
  text: string
}

interface Course {
  decision: { at: string; note: string } | null
  takenBackAt: string | null
}

/** Shows when the case was received and decided, and when the decision was reversed. */
export function CaseTimes({ at, decision, takenBackAt }: Course & { at: string }) {
  return (
    <>
      <TimeFact term="Received" at={at} />
      {decision ? <TimeFact term="Decided" at={decision.at} /> : null}
      {takenBackAt ? <TimeFact term="Reversed" at={takenBackAt} /> : null}
    </>
  )
}

function TimeFact({ term, at }: { term: string; at: string }) {
  return (
    <Fact term={term}>
      <time dateTime={at}>{formatTime(at)}</time>
    </Fact>
  )
}

/** Shows the outcome in words; `children` apply until there is one. */
export function CaseState({
  text,
  decision,
  takenBackAt,
  children,
}: Course & { text: string; children: ReactNode }) {
  return (
    <section className="grid gap-1" aria-label="State">
      <p className="font-medium">{text}</p>
      {decision ? <p className="wrap-anywhere whitespace-pre-line text-dim">{decision.note}</p> : null}
      {takenBackAt ? <p className="font-medium">The removal was reversed on appeal.</p> : null}
      {children}
    </section>
  )
}
