import clsx from 'clsx'
import type { ReactNode } from 'react'

const layouts = {
  /** Names on the left, values beside them; on a phone, below them. */
  columns:
    'gap-x-6 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)] [&>div]:contents max-sm:[&>div]:grid max-sm:[&_dt]:text-meta',
  /** One per cell, the value under its name; the list sets the number of columns. */
  cells: '[&_dt]:text-meta',
  /** One per line, the name at the left edge and the value at the right. */
  lines:
    'gap-1.5 text-meta [&>div]:flex [&>div]:items-baseline [&>div]:justify-between [&>div]:gap-4 [&_dt]:shrink-0 [&_dd]:text-right',
} as const

export interface FactListProps {
  layout?: keyof typeof layouts
  className?: string
  children: ReactNode
}

/** Renders names with their values. */
export function FactList({ layout = 'columns', className, children }: FactListProps) {
  return <dl className={clsx('grid', layouts[layout], className)}>{children}</dl>
}

export interface FactProps {
  term: string
  /** A remark on it in small print. */
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
