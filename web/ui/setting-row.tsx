import type { ReactNode } from 'react'

export interface SettingRowProps {
  title: string
  text: ReactNode
  action: ReactNode
}

/** Renders one setting: its name, its state, and its buttons. */
export function SettingRow({ title, text, action }: SettingRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3.5 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-medium">{title}</h3>
        <p className="flex flex-wrap items-center gap-x-2 text-dim text-meta">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3">{action}</div>
    </div>
  )
}
