import { type ReactNode, useId } from 'react'

export interface SettingsGroupProps {
  /** For links to it. */
  id?: string
  title: string
  text: string
  children: ReactNode
}

export function SettingsGroup({ id, title, text, children }: SettingsGroupProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-labelledby={titleId}
      className="grid scroll-mt-20 gap-x-10 gap-y-4 border-line border-t pt-6 lg:grid-cols-[18rem_minmax(0,40rem)]"
    >
      <div className="grid content-start gap-1">
        <h2 id={titleId} className="font-bold text-lead">
          {title}
        </h2>
        <p className="text-dim text-meta">{text}</p>
      </div>
      <div className="grid content-start gap-5">{children}</div>
    </section>
  )
}
