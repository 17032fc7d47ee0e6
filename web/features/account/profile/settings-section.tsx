import { type ReactNode, useId } from 'react'

export function SettingsSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 rounded-panel border border-line bg-surface-1 p-5 sm:p-7"
    >
      <h2 id={id} className="font-bold text-section">
        {title}
      </h2>
      {children}
    </section>
  )
}
