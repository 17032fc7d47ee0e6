import { useEffect, useRef } from 'react'
import { isGrave, reasonNames, removalHours } from '../../../contract/values/safety'
import { paths } from '../../lib/paths'
import { Alert } from '../../ui/alert'
import { TextLink } from '../../ui/text-link'
import type { SentReport } from './mutations'

/** What stands in the dialog afterwards: the number, and what happens now. */
export function ReportSent({ sent: { receipt, isNew } }: { sent: SentReport }) {
  const text = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => text.current?.focus(), [])
  return (
    <div ref={text} tabIndex={-1} className="grid gap-4 pt-2">
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
        <TextLink to={paths.reportReceipt(receipt.code)}>Open the receipt</TextLink> and keep its address: it
        says what was decided.
      </p>
      <p className="text-dim text-meta">
        Are you in the video, or do you act for somebody who is?{' '}
        <TextLink to={paths.askRemoval(receipt.videoId)}>Ask for its removal</TextLink>, which is decided
        within {removalHours} hours.
      </p>
    </div>
  )
}
