import { useSearchParams } from 'react-router'
import type { ReportReceipt } from '#contract/schemas/moderation/safety'
import { isGrave, reasonNames } from '#contract/values/moderation/reasons'
import { reportClockText } from '#contract/values/moderation/report-clock'
import type { ReportStatus } from '#contract/values/moderation/safety'
import { type CaseOutcome, CaseState, CaseTimes } from '#web/entities/case/case-receipt.tsx'
import { formatTime } from '#web/lib/format'
import { paths, readKey } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { TextLink } from '#web/ui/text/link.tsx'

const outcomes: Record<ReportStatus, CaseOutcome> = {
  open: { label: 'Open', tone: 'warning', text: "We'll review it and decide." },
  upheld: { label: 'Upheld', tone: 'success', text: 'The video was removed from the site.' },
  dismissed: { label: 'Dismissed', tone: 'neutral', text: 'The video was left up.' },
}
const takenBack: CaseOutcome = { ...outcomes.upheld, label: 'Reversed', tone: 'neutral' }

/** Shows a report and its decision, to anyone who has the page's address. */
export function ReportReceiptView({ receipt }: { receipt: ReportReceipt }) {
  const { code, at, dueAt, videoId, videoTitle, reason, status, decision, takenBackAt } = receipt
  const [params] = useSearchParams()
  const { label, tone, text } = takenBackAt ? takenBack : outcomes[status]
  return (
    <article className="grid gap-6 rounded-panel border border-line bg-surface-1 p-5 sm:p-8">
      <header>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-bold text-title">Report</h1>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <p className="wrap-anywhere text-dim tabular-nums">Receipt ID: {code}</p>
      </header>
      <FactList>
        <Fact term="Video">
          {videoTitle}, number {videoId}
        </Fact>
        <Fact term="Reported for">{reasonNames[reason]}</Fact>
        <CaseTimes at={at} decision={decision} takenBackAt={takenBackAt} />
      </FactList>
      <CaseState text={text} decision={decision} takenBackAt={takenBackAt}>
        {status === 'open' ? (
          <p className="text-dim">
            We'll decide by <time dateTime={dueAt}>{formatTime(dueAt)}</time>, {reportClockText}.
          </p>
        ) : null}
        {status === 'open' && isGrave(reason) ? (
          <p className="text-dim">
            The video is under review. Until we decide, only administrators can watch it.
          </p>
        ) : null}
      </CaseState>
      <p className="text-dim text-meta">
        Save this link to check the outcome. The uploader isn't told who reported. If you're in the video, you
        can also{' '}
        <TextLink to={paths.askRemoval(videoId, readKey(params.get('key')))}>request its removal</TextLink>.
      </p>
    </article>
  )
}
