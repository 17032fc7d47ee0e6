import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import type { MadeGiftCodes } from '#contract/schemas/payments/gift-codes'
import { giftName } from '#contract/values/payments/gifts'
import { csvOf } from '#contract/values/shared/csv'
import { saveFile } from '#web/lib/dom/save-file'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { lastDayOf } from './batch-words'
import { CodeSheet } from './code-sheet'

/** Shows the codes of a new batch this once. Closing it takes two clicks unless the file was saved. */
export function MadeDialog({ made, onClose }: { made: MadeGiftCodes; onClose: () => void }) {
  const { batch, codes } = made
  const [isSaved, setIsSaved] = useState(false)
  const [isPrinted, setIsPrinted] = useState(false)
  const [isWarned, setIsWarned] = useState(false)
  const lastDay = lastDayOf(batch)

  function save() {
    const rows = codes.map((code) => [code, batch.days, lastDay ?? '', batch.name])
    const text = csvOf([['Code', 'Days', 'Last day to redeem (UTC)', 'Batch'], ...rows])
    saveFile(new Blob([text], { type: 'text/csv' }), `gift-codes-${fileName(batch.name)}.csv`)
    setIsSaved(true)
  }

  function print() {
    window.print()
    // The browser doesn't tell whether printing was cancelled.
    setIsPrinted(true)
    setIsWarned(false)
  }

  function leave() {
    if (isSaved || isWarned) onClose()
    else setIsWarned(true)
  }

  return (
    <Dialog
      open
      persistent
      onOpenChange={(open) => {
        if (!open) leave()
      }}
      title={codes.length === 1 ? 'Your gift code' : 'Your gift codes'}
      description={`${batch.name}: ${giftName(batch.days)}${lastDay === null ? '' : `, until ${lastDay}`}. Save or print them now. No one can show them again.`}
      width="sm:max-w-lg"
      footer={
        <>
          <Button onClick={save}>
            <Download aria-hidden="true" className="size-4" />
            Download CSV
          </Button>
          <Button onClick={print}>
            <Printer aria-hidden="true" className="size-4" />
            Print
          </Button>
          <Button variant={isSaved || !isWarned ? 'primary' : 'danger'} onClick={leave}>
            {isSaved || !isWarned ? 'Done' : 'Close without saving'}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pt-2">
        <div role="alert">
          {isWarned && !isSaved ? (
            <Alert tone="warning" title={isPrinted ? 'Did all codes print?' : "The codes aren't saved"}>
              They will be gone when you close this.
            </Alert>
          ) : null}
        </div>
        <ul
          aria-label="Gift codes"
          // A long list scrolls, by keyboard too.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled list takes the focus
          tabIndex={0}
          className="grid max-h-80 gap-1.5 overflow-y-auto rounded-card border border-line bg-bg px-4 py-3 font-mono text-meta tabular-nums"
        >
          {codes.map((code) => (
            <li key={code} className="wrap-anywhere select-all">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <CodeSheet made={made} />
    </Dialog>
  )
}

function fileName(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'batch'
  )
}
