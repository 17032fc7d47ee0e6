import { type ReactNode, useId } from 'react'

export interface SettingsCardProps {
  title: string
  /** Right of the title: a badge. */
  state?: ReactNode
  text: string
  children: ReactNode
}

/** Renders one way to protect the account: its title, state, explanation and buttons. */
export function SettingsCard({ title, state, text, children }: SettingsCardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 rounded-panel border border-line bg-surface-1 p-5 sm:p-7"
    >
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={id} className="font-bold text-section">
            {title}
          </h2>
          {state}
        </div>
        <p className="text-dim">{text}</p>
      </div>
      {children}
    </section>
  )
}
