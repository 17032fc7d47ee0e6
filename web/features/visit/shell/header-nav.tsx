import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useLogo, useSiteName } from '#web/entities/settings/settings-query'
import { lazyExtra, loadAhead } from '#web/lib/lazy-part'
import { paths } from '#web/lib/navigation/paths'
import { Wordmark } from '#web/ui/wordmark.tsx'

const loadMenu = () => import('./category-menu')
const CategoryMenu = lazyExtra(loadMenu, 'CategoryMenu')

const item = clsx(
  'flex h-10 items-center rounded-nav px-3 font-medium text-dim transition-colors hover:bg-surface-1 hover:text-text',
  'aria-[current=page]:bg-surface-2 aria-[current=page]:text-text',
)

/** Renders the site's pages, on a phone only the way home. Tab stops at each once: the logo leads home already. */
export function HeaderNav() {
  const siteName = useSiteName()
  const logo = useLogo()
  return (
    <nav aria-label="Main" className="flex items-center gap-2 md:gap-4 lg:gap-6">
      <Link to={paths.home} aria-label={`${siteName}, home`} className="shrink-0 rounded-nav py-2">
        <Wordmark name={siteName} logo={logo} className="md:max-lg:hidden" />
      </Link>
      <div className="hidden items-center gap-1 md:flex">
        <NavLink to={paths.home} end tabIndex={-1} className={clsx(item, 'max-lg:hidden')}>
          Home
        </NavLink>
        <Categories />
        <NavLink to={paths.premium} className={item}>
          Premium
        </NavLink>
      </div>
    </nav>
  )
}

/**
 * Renders a link, and a list that the arrow beside it opens, or the key ArrowDown on the link: neither pointer nor
 * keyboard needs the one to reach the other.
 */
function Categories() {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const link = useRef<HTMLAnchorElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a click on a category closes the list
  useEffect(() => setOpen(false), [key])

  function closeOnLeave(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' && event.target === link.current) {
      // It would scroll the page.
      event.preventDefault()
      setOpen(true)
    } else if (event.key === 'Escape' && open) {
      // Otherwise the focus would be lost with the focused link.
      link.current?.focus()
      setOpen(false)
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving close it; the link and the button open it
    <div
      className="relative flex"
      onBlur={closeOnLeave}
      onMouseLeave={() => setOpen(false)}
      onKeyDown={onKeyDown}
      // Before it is opened: the pointer or the focus comes first.
      onPointerEnter={() => loadAhead(loadMenu)}
      onFocus={() => loadAhead(loadMenu)}
    >
      <NavLink ref={link} to={paths.categories} aria-keyshortcuts="ArrowDown" className={clsx(item, 'pr-9')}>
        Categories
      </NavLink>
      <button
        type="button"
        // The link before it opens the list for the keyboard.
        tabIndex={-1}
        aria-label="Show all categories"
        aria-expanded={open}
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
