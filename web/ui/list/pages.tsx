import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { RefObject } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { ButtonLink } from '../button'

export interface TablePagesProps {
  /** Cursor of the next page; null on the last one. */
  next: string | null
  /** That cursor is still from the earlier list, with another order or other filters. */
  isOfOtherList: boolean
  /** The region that shows the page. It takes the focus when the page changes, with its beginning in view. */
  region: RefObject<HTMLElement | null>
}

/**
 * Links to the pages before and after. The page's cursor is in the URL; the cursors before it are in the
 * history entry.
 */
export function TablePages({ next, isOfOtherList, region }: TablePagesProps) {
  const [params] = useSearchParams()
  const passed = passedOf(useLocation().state)
  const current = params.get('after')
  if (next === null && current === null) return null

  function addressOf(after: string | null): string {
    const others = [...params].filter(([name]) => name !== 'after')
    return `?${new URLSearchParams(after === null ? others : [...others, ['after', after]])}`
  }

  function toBeginning() {
    region.current?.focus({ preventScroll: true })
    region.current?.scrollIntoView?.()
  }

  const before = passed.at(-1)
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-2">
      {current === null ? (
        <span />
      ) : (
        <ButtonLink
          to={addressOf(before ?? null)}
          state={{ passed: passed.slice(0, -1) }}
          onClick={toBeginning}
        >
          <ChevronLeft aria-hidden="true" className="size-4" />
          {before === undefined ? 'First page' : 'Previous'}
        </ButtonLink>
      )}
      {next === null ? null : (
        <ButtonLink
          to={addressOf(next)}
          state={{ passed: [...passed, current] }}
          aria-disabled={isOfOtherList || undefined}
          onClick={(event) => {
            if (isOfOtherList) event.preventDefault()
            else toBeginning()
          }}
        >
          Next
          <ChevronRight aria-hidden="true" className="size-4" />
        </ButtonLink>
      )}
    </nav>
  )
}

/** Reads the cursors of the pages before this one; null is the first. */
function passedOf(state: unknown): (string | null)[] {
  if (typeof state !== 'object' || state === null || !('passed' in state)) return []
  return Array.isArray(state.passed) ? state.passed : []
}
