import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  text?: ReactNode
  /** The next step: one button or link. */
  action?: ReactNode
  /** Level of the title, 1 where it is the page's heading. */
  level?: 1 | 2 | 3
}

export function EmptyState({ icon, title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-2 px-4 py-16 text-center sm:py-24">
      {icon ? (
        <div
          aria-hidden="true"
          className="mb-3 grid size-16 place-items-center rounded-full bg-surface-1 text-faint ring-1 ring-line ring-inset [&_svg]:size-7"
        >
          {icon}
        </div>
      ) : null}
      <Heading className="font-bold text-section">{title}</Heading>
      {text ? <p className="text-dim">{text}</p> : null}
      {action ? <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  )
}
