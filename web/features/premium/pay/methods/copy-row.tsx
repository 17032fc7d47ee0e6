import { CopyButton } from '#web/ui/copy-button.tsx'

export interface CopyRowProps {
  label: string
  value: string
  /** Shown once the value is on the clipboard. Without it, the value can't be copied. */
  copied?: string
  /** The text to copy, where it differs from the one shown. */
  raw?: string
}

/** Renders a fact that has to be copied into another app. */
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
