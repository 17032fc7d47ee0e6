import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { lazyExtra, loadAhead } from '#web/lib/lazy-part'
import { paths } from '#web/lib/navigation/paths'

const loadMenu = () => import('./category-menu')
const CategoryMenu = lazyExtra(loadMenu, 'CategoryMenu')

const item = clsx(
  'flex h-10 items-center rounded-nav px-3 font-medium text-dim transition-colors hover:bg-surface-1 hover:text-text',
  'aria-[current=page]:bg-surface-2 aria-[current=page]:text-text',
)

export function HeaderNav() {
  return (
    <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
      <NavLink to={paths.home} end className={clsx(item, 'max-lg:hidden')}>
        Home
      </NavLink>
      <Categories />
      <NavLink to={paths.premium} className={item}>
        Premium
      </NavLink>
    </nav>
  )
}

/**
 * Renders a link, and a list behind the arrow, so that neither pointer nor keyboard needs the one to reach
 * the other.
 */
function Categories() {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const arrow = useRef<HTMLButtonElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a click on a category closes the list
  useEffect(() => setOpen(false), [key])

  function closeOnLeave(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    // Otherwise the focus would be lost with the focused link.
    arrow.current?.focus()
    setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving close it; the button opens it
    <div
      className="relative flex"
      onBlur={closeOnLeave}
      onMouseLeave={() => setOpen(false)}
      onKeyDown={closeOnEscape}
    >
      <NavLink to={paths.categories} className={clsx(item, 'pr-9')}>
        Categories
      </NavLink>
      <button
        ref={arrow}
        type="button"
        aria-label="Show all categories"
        aria-expanded={open}
        // Before it is opened: the pointer or the focus comes first.
        onPointerEnter={() => loadAhead(loadMenu)}
        onFocus={() => loadAhead(loadMenu)}
        onClick={() => setOpen(!open)}
        className="absolute inset-y-0 right-0 grid w-8 place-items-center rounded-nav text-faint hover:text-text"
      >
        <ChevronDown className={clsx('size-4 transition-transform', open && 'rotate-180')} />
      </button>
      {open ? (
        <div className="absolute top-full left-0 pt-2">
          <Suspense>
            <CategoryMenu />
          </Suspense>
        </div>
      ) : null}
    </div>
  )
}
