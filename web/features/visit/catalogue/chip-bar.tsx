import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { counts } from '#contract/values/shared/limits'
import { categoriesQuery, withVideos } from '#web/entities/video/category-queries'
import { paths } from '#web/lib/navigation/paths'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useRovingFocus } from '#web/ui/use-roving-focus'
import { useOverflow } from './use-overflow'

const step = 200

export interface ChipBarProps {
  /** Slug of the current category, 'all' for all of them, null for none. */
  active: string | null
}

/** Renders the categories, which stay below the header while scrolling. */
export function ChipBar({ active }: ChipBarProps) {
  const { data: categories, isPending } = useQuery(categoriesQuery)
  const scroller = useRef<HTMLUListElement>(null)
  const { before, after } = useOverflow(scroller, categories)

  const chips = [
    { id: 0, slug: 'all', label: 'All', to: paths.categories },
    ...withVideos(categories).map(({ id, slug, name }) => ({
      id,
      slug,
      label: name,
      to: paths.category(slug),
    })),
  ]
  const current = chips.findIndex(({ slug }) => slug === active)
  const { row, item } = useRovingFocus(chips.length, current)
  const isNew = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chip exists once the categories do
  useEffect(() => {
    const list = scroller.current
    const chip = list?.querySelector<HTMLElement>('[aria-current]')
    // Someone scrolled it before the app was there.
    const isScrolled = isNew.current && list !== null && list.scrollLeft > 0
    isNew.current = false
    if (list && chip && !isScrolled)
      list.scrollLeft = chip.offsetLeft - (list.clientWidth - chip.offsetWidth) / 2
  }, [active, categories])

  function scroll(by: number) {
    scroller.current?.scrollBy({ left: by })
  }

  return (
    <nav
      {...row}
      aria-label="Categories"
      aria-busy={isPending || undefined}
      className="sticky top-14 z-30 bg-bg/90 backdrop-blur-md md:top-16"
    >
      <div className="page relative">
        <ul
          ref={scroller}
          className="no-scrollbar -mx-4 scroll-smooth flex gap-2 overflow-x-auto px-4 py-3 sm:-mx-6 sm:px-6 md:scroll-px-24"
        >
          {isPending
            ? Array.from({ length: counts.chipSkeletons }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
                <li key={index}>
                  <Skeleton className="h-10 w-28 rounded-full" />
                </li>
              ))
            : chips.map(({ id, slug, label, to }, index) => (
                <li key={id} className="shrink-0">
                  <Link
                    to={to}
                    aria-current={slug === active ? 'page' : undefined}
                    {...item(index)}
                    className="flex h-10 items-center rounded-full border border-line bg-surface-1 px-4 text-[0.875rem] text-dim transition-colors hover:bg-surface-2 hover:text-text aria-[current]:border-text aria-[current]:bg-text aria-[current]:font-medium aria-[current]:text-bg"
                  >
                    {label}
                  </Link>
                </li>
              ))}
        </ul>
        {before ? <Arrow side="left" onClick={() => scroll(-step)} /> : null}
        {after ? <Arrow side="right" onClick={() => scroll(step)} /> : null}
      </div>
    </nav>
  )
}

/** Scrolls the row, for the pointer only: the keyboard scrolls by moving the focus from chip to chip. */
function Arrow({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight
  return (
    <div
      className={clsx(
        'pointer-events-none absolute inset-y-0 flex w-24 items-center max-md:hidden',
        side === 'left'
          ? 'left-0 bg-linear-to-r from-bg from-50% pl-5'
          : 'right-0 justify-end bg-linear-to-l from-bg from-50% pr-5',
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Scroll categories ${side}`}
        onClick={onClick}
        className="pointer-events-auto grid size-10 place-items-center rounded-full bg-surface-2 text-text hover:bg-surface-3"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </div>
  )
}
