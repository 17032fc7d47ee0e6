import { createPortal } from 'react-dom'
import type { MadeGiftCodes } from '#contract/schemas/payments/gift-codes'
import { useSiteName, useSiteOrigin } from '#web/entities/settings/settings-query'
import { paths } from '#web/lib/navigation/paths'
import { lastDayOf } from './batch-words'
import './code-sheet.css'

/**
 * Codes to cut out, on paper alone: in print it takes the place of the page. Its words don't reveal what the
 * site shows.
 */
export function CodeSheet({ made: { batch, codes } }: { made: MadeGiftCodes }) {
  const siteName = useSiteName()
  const address = `${new URL(useSiteOrigin()).host}${paths.premium}`
  const lastDay = lastDayOf(batch)
  return createPortal(
    <ul className="print-sheet">
      {codes.map((code) => (
        <li key={code}>
          <p className="flex flex-wrap justify-between gap-x-3">
            <span className="font-bold">{siteName}</span>
            <span className="whitespace-nowrap">
              Membership, {batch.days} {batch.days === 1 ? 'day' : 'days'}
            </span>
          </p>
          <p className="font-bold font-mono text-body tabular-nums">
            {/* Breaks between groups alone. */}
            {code.slice(0, 20)}
            <wbr />
            {code.slice(20)}
          </p>
          <p className="wrap-anywhere">
            Sign in at {address}, choose “Have a gift code?” and enter this code. It works once
            {lastDay === null ? '.' : `, until ${lastDay}.`}
          </p>
        </li>
      ))}
    </ul>,
    document.body,
  )
}
