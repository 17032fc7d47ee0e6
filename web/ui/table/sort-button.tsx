import clsx from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'

export interface SortButtonProps {
  title: string
  /** Null while the table is sorted by another column. */
  isAscending: boolean | null
  onClick: () => void
}

/** Sorts a table by a column; pressed again, the other way. Its header cell carries `aria-sort`. */
export function SortButton({ title, isAscending, onClick }: SortButtonProps) {
  const Arrow = isAscending ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={onClick}
      className={clsx(
        'inline-flex h-10 items-center gap-1 rounded-nav font-medium pointer-coarse:h-11 transition-colors hover:text-text',
        isAscending !== null && 'text-text',
      )}
    >
      {title}
      {isAscending === null ? null : <Arrow aria-hidden="true" className="size-3" />}
    </button>
  )
}

/** Returns the value of `aria-sort`. */
export function ariaSort(isAscending: boolean | null): 'ascending' | 'descending' | undefined {
  if (isAscending === null) return undefined
  return isAscending ? 'ascending' : 'descending'
}
