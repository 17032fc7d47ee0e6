import type { ReactNode } from 'react'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'

export interface ProgressCardProps {
  /** The file or address in progress. */
  name: string
  /** Names the bar. */
  label: string
  share: number | null
  text: ReactNode
  aside?: ReactNode
  actions: ReactNode
  children?: ReactNode
}

/** Shows progress in one frame, from the first fetched byte to the published file. */
export function ProgressCard({ name, label, share, text, aside, actions, children }: ProgressCardProps) {
  return (
    <div className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface-1 p-4">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate font-medium" title={name}>
          {name}
        </p>
        {actions}
      </div>
      <ProgressBar label={label} value={share} />
      <p className="flex flex-wrap justify-between gap-x-4 text-faint text-meta tabular-nums">
        <span>{text}</span>
        <span>{aside}</span>
      </p>
      {children}
    </div>
  )
}
