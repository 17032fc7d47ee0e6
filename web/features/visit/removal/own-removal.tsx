import { useRef } from 'react'
import type { OwnRemoval } from '#contract/schemas/moderation/safety'
import { reasonNames } from '#contract/values/moderation/reasons'
import { takeFocus } from '#web/lib/dom/take-focus'
import { formatDate, formatTime } from '#web/lib/format'
import { Badge } from '#web/ui/badge.tsx'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { AppealForm } from './appeal-form'
import { removalState } from './removal-state'

/** Shows the uploader why a video was taken down, and offers the one appeal. */
export function OwnRemovalView({ removal }: { removal: OwnRemoval }) {
  const { id, videoTitle, at, reason, statement, appeal, appealUntil } = removal
  const { label, tone } = removalState(removal)
  const region = useRef<HTMLElement>(null)
  return (
    <article className="grid gap-6 rounded-panel border border-line bg-surface-1 p-5 sm:p-8">
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="wrap-anywhere font-bold text-title">{videoTitle}</h1>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <p className="text-dim">
          We removed this video on <time dateTime={at}>{formatDate(at)}</time>.
        </p>
      </header>
      <FactList>
        <Fact term="Reason">{reasonNames[reason]}</Fact>
        <Fact term="Statement">
          <span className="whitespace-pre-line">{statement}</span>
        </Fact>
        <Fact term="What this means">
          No one can watch the video, and the same file can't be uploaded again.
        </Fact>
      </FactList>
      <section
        ref={region}
        tabIndex={-1}
        aria-label={appeal ? 'Your appeal' : 'Appeal'}
        className="border-line border-t pt-6"
      >
        {appeal ? (
          <SentAppeal appeal={appeal} />
        ) : appealUntil ? (
          <AppealForm
            removalId={id}
            until={appealUntil}
            // The form is removed, with its focused field or button.
            onSent={() =>
              takeFocus(region.current, region.current?.querySelector<HTMLElement>(':focus') ?? null)
            }
          />
        ) : (
          <p className="text-dim">The appeal period has ended.</p>
        )}
      </section>
    </article>
  )
}

const outcomes = {
  open: "We're reviewing your appeal. We'll email you our decision.",
  upheld: 'Your appeal was upheld, and the video has been restored.',
  rejected: 'The video stays removed. This decision is final.',
} as const

function SentAppeal({ appeal: { at, text, status, note } }: { appeal: NonNullable<OwnRemoval['appeal']> }) {
  return (
    <div className="grid gap-3">
      <h2 className="font-bold text-section">Your appeal</h2>
      <p className="text-dim text-meta">
        Sent on <time dateTime={at}>{formatTime(at)}</time>
      </p>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <p className="font-medium">{outcomes[status]}</p>
      {note ? <p className="wrap-anywhere whitespace-pre-line text-dim">{note}</p> : null}
    </div>
  )
}
