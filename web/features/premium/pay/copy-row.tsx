import { CopyButton } from '../../../ui/copy-button'

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
          <CopyButton
            label={`Copy ${label}`}
            text={raw}
            done={copied}
            className="-translate-y-1/2 absolute top-1/2 -right-2"
          />
        ) : null}
      </dd>
    </div>
  )
}
