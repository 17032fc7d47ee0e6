import type { RemovalReceipt } from '#contract/schemas/moderation/safety'
import { reasonNames } from '#contract/values/moderation/reasons'
import type { RemovalStatus } from '#contract/values/moderation/safety'
import { type CaseOutcome, CaseState, CaseTimes } from '#web/entities/case/case-receipt.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { RemovalClock } from './removal-clock'

const outcomes: Record<RemovalStatus, CaseOutcome> = {
  open: { label: 'Open', tone: 'warning', text: "We'll review it and decide." },
  // The uploader may have deleted it first.
  removed: { label: 'Removed', tone: 'success', text: 'The video was removed from the site.' },
  refused: { label: 'Refused', tone: 'neutral', text: 'The video was not removed.' },
}
/** For an address that led to no video. */
const ofOther: Partial<Record<RemovalStatus, string>> = {
  removed: 'What you asked us to remove is no longer on the site.',
  refused: 'Nothing was removed.',
}
/** The link opens nothing whether we closed it or its owner replaced it. */
const ofLink = { ...ofOther, removed: 'The link you reported no longer opens anything.' }
const takenBack: CaseOutcome = { ...outcomes.removed, label: 'Reversed', tone: 'neutral' }

/**
 * Shows a removal request, its deadline, and the decision, at an address that can't be guessed. `isPlain`: for a browser
 * without JavaScript.
 */
export function RemovalReceiptView({
  receipt,
  isPlain = false,
}: {
  receipt: RemovalReceipt
  isPlain?: boolean
}) {
  const { token, at, dueAt, url, videoTitle, reason, status, ofList, decision, takenBackAt } = receipt
  const { label, tone, text } = takenBackAt ? takenBack : outcomes[status]
  return (
    <article className="grid gap-6 rounded-panel border border-line bg-surface-1 p-5 sm:p-8">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="font-bold text-title">Removal request</h1>
        <Badge tone={tone}>{label}</Badge>
      </header>
      {status === 'open' ? <RemovalClock at={at} dueAt={dueAt} isPlain={isPlain} /> : null}
      <FactList>
        <Fact term="Receipt ID">
          <span className="wrap-anywhere select-all">{token}</span>
        </Fact>
        <Fact term="Address">{url}</Fact>
        {videoTitle ? <Fact term="Video">{videoTitle}</Fact> : null}
        <Fact term="Reason">{reasonNames[reason]}</Fact>
        <CaseTimes at={at} decision={decision} takenBackAt={takenBackAt} />
      </FactList>
      <CaseState
        text={(videoTitle === null && !takenBackAt && (ofList ? ofLink : ofOther)[status]) || text}
        decision={decision}
        takenBackAt={takenBackAt}
      >
        {status === 'open' ? <p className="text-dim">{meanwhile(receipt)}</p> : null}
      </CaseState>
      <p className="text-dim text-meta">
        Save this link and keep it private. Anyone who has it can read this page.
      </p>
    </article>
  )
}

/** An address that led to no video leaves nothing to say about one. */
function meanwhile({ videoTitle, hidden }: RemovalReceipt): string {
  if (videoTitle === null) return "We're looking at the URL you gave."
  return hidden
    ? "The video can't be seen while this is open."
    : 'The video can still be seen while this is open.'
}
