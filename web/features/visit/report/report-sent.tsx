import type { ComponentType, ReactNode } from 'react'
import { isGrave, reasonNames } from '#contract/values/moderation/reasons'
import { removalHours } from '#contract/values/moderation/safety'
import { formatTime } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { Alert } from '#web/ui/feedback/alert.tsx'
import type { SentReport } from './mutations'

export interface ReportSentProps {
  sent: SentReport
  Anchor: ComponentType<{ to: string; children: ReactNode }>
}

/** Shows the report's code and the next steps, in the dialog after sending. */
export function ReportSent({ sent: { receipt, isNew, linkKey }, Anchor }: ReportSentProps) {
  return (
    <div className="grid gap-4 pt-2">
      <p className="text-dim">
        {isNew
          ? `Thanks. We'll review it and decide by ${formatTime(receipt.dueAt)}.`
          : `It's been reported for “${reasonNames[receipt.reason]}” and is still under review.`}
      </p>
      <dl className="rounded-card border border-line bg-bg px-4 py-3">
        <dt className="text-faint text-meta">Receipt ID</dt>
        <dd className="wrap-anywhere select-all font-bold text-lead tabular-nums">{receipt.code}</dd>
      </dl>
      {isGrave(receipt.reason) ? (
        <Alert tone="warning" title="This video is under review">
          Until we decide, only administrators can watch it.
        </Alert>
      ) : null}
      <p className="text-dim">
        Save <Anchor to={paths.reportReceipt(receipt.code, linkKey)}>this link</Anchor> to check the outcome.
      </p>
      <p className="text-dim text-meta">
        Are you in this video, or acting for someone who is?{' '}
        <Anchor to={paths.askRemoval(receipt.videoId, linkKey)}>Request removal</Anchor>; we decide within{' '}
        {removalHours} hours.
      </p>
    </div>
  )
}
