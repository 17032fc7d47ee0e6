import type { ComponentType, ReactNode } from 'react'
import { isGrave, reasonNames } from '../../../../contract/values/moderation/reasons'
import { removalHours } from '../../../../contract/values/moderation/safety'
import { paths } from '../../../lib/paths'
import { Alert } from '../../../ui/feedback/alert'
import type { SentReport } from './mutations'

export interface ReportSentProps {
  sent: SentReport
  Anchor: ComponentType<{ to: string; children: ReactNode }>
}

/** Shows the report's code and the next steps, in the dialog after sending. */
export function ReportSent({ sent: { receipt, isNew }, Anchor }: ReportSentProps) {
  return (
    <div className="grid gap-4 pt-2">
      <p className="text-dim">
        {isNew
          ? 'Thank you. An administrator looks at it and decides.'
          : `It was reported for “${reasonNames[receipt.reason]}”, and that is still to be decided.`}
      </p>
      <dl className="rounded-card border border-line bg-bg px-4 py-3">
        <dt className="text-faint text-meta">Receipt number</dt>
        <dd className="wrap-anywhere select-all font-bold text-lead tabular-nums">{receipt.code}</dd>
      </dl>
      {isGrave(receipt.reason) ? (
        <Alert tone="warning" title="This video is being looked into">
          Until that is decided, nobody but administrators can watch it.
        </Alert>
      ) : null}
      <p className="text-dim">
        <Anchor to={paths.reportReceipt(receipt.code)}>Open the receipt</Anchor> and keep its address: it says
        what was decided.
      </p>
      <p className="text-dim text-meta">
        Are you in the video, or do you act for somebody who is?{' '}
        <Anchor to={paths.askRemoval(receipt.videoId)}>Ask for its removal</Anchor>, which is decided within{' '}
        {removalHours} hours.
      </p>
    </div>
  )
}
