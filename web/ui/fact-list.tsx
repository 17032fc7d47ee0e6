import clsx from 'clsx'
import type { ReactNode } from 'react'

const layouts = {
  /** Names at the left, what stands for them beside; on a phone one below the other. */
  columns:
    'gap-x-6 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)] [&>div]:contents max-sm:[&>div]:grid max-sm:[&_dt]:text-meta',
  /** One a cell, under its name; how many columns there are says the list. */
  cells: '[&_dt]:text-meta',
  /** One a line, the name at the left edge and what stands for it at the right. */
  lines:
    'gap-1.5 text-meta [&>div]:flex [&>div]:items-baseline [&>div]:justify-between [&>div]:gap-4 [&_dt]:shrink-0 [&_dd]:text-right',
} as const

export interface FactListProps {
  layout?: keyof typeof layouts
  className?: string
  children: ReactNode
}

/** Names and what stands for them. */
export function FactList({ layout = 'columns', className, children }: FactListProps) {
  return <dl className={clsx('grid', layouts[layout], className)}>{children}</dl>
}

export interface FactProps {
  term: string
  /** Said of it in small letters. */
  note?: ReactNode
  className?: string
  children: ReactNode
}

export function Fact({ term, note, className, children }: FactProps) {
  return (
    <div className={clsx('min-w-0', className)}>
      <dt className="text-faint">{term}</dt>
      <dd className="wrap-anywhere min-w-0 tabular-nums">
        {children}
        {note ? <span className="block text-faint text-meta">{note}</span> : null}
      </dd>
    </div>
  )
}
