import { type ReactNode, useId } from 'react'

/** A figure or a table of figures under its name, as on pages of statistics. */
export function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-3 rounded-card border border-line bg-surface-1 p-4"
    >
      <h3 id={id} className="text-dim">
        {title}
      </h3>
      {children}
    </section>
  )
}
