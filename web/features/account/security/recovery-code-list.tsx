import { Copy, Download } from 'lucide-react'
import { useSiteName } from '#web/entities/settings/settings-query'
import { saveFile } from '#web/lib/dom/save-file'
import { Button } from '#web/ui/button.tsx'
import { copy } from '#web/ui/copy-button.tsx'

/** Shows the recovery codes this once: they can't be shown again. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const siteName = useSiteName()
  const text = codes.join('\n')
  return (
    <div className="grid gap-4 pt-2">
      <p className="text-dim">
        Store these recovery codes with your passwords. Each one signs you in once without the app. You won't
        see them again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-card border border-line bg-bg px-4 py-3 font-mono text-meta tabular-nums"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copy(text, 'Recovery codes copied')}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
        <Button
          onClick={() =>
            saveFile(
              new Blob([`Recovery codes for ${siteName}\n\n${text}\n`], { type: 'text/plain' }),
              'recovery-codes.txt',
            )
          }
        >
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
      </div>
    </div>
  )
}
