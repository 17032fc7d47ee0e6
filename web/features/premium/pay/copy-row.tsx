import { Copy } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button'
import { toast } from '../../../ui/toast'

export interface CopyRowProps {
  label: string
  value: string
  /** Shown when the value is on the clipboard. Without it, the value is only read. */
  copied?: string
  /** What the clipboard gets, where it isn't what is shown. */
  raw?: string
}

/** A fact that has to be carried to another app. */
export function CopyRow({ label, value, copied, raw = value }: CopyRowProps) {
  return (
    <div className="relative border-line border-b py-2 pr-12 last:border-b-0">
      <dt className="text-faint text-meta">{label}</dt>
      <dd className="font-medium tabular-nums">
        <span className="select-all [overflow-wrap:anywhere]">{value}</span>
        {copied ? (
          <IconButton
            label={`Copy ${label}`}
            className="-translate-y-1/2 absolute top-1/2 -right-2"
            onClick={() => void copy(raw, copied)}
          >
            <Copy className="size-4" />
          </IconButton>
        ) : null}
      </dd>
    </div>
  )
}

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: done })
  } catch {
    toast({
      title: 'Copying is not allowed here',
      description: 'Select the text and copy it by hand.',
      variant: 'destructive',
    })
  }
}
