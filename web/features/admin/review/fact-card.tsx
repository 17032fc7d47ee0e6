import { type ReactNode, useId } from 'react'

/** Renders a block of facts beside the player. */
export function FactCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-2 rounded-card border border-line bg-bg p-4">
      <h3 id={id} className="font-medium">
        {title}
      </h3>
      {children}
    </section>
  )
}
