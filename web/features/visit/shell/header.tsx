import { Menu, Search, X } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { lazyExtra, loadAhead } from '#web/lib/lazy-part'
import { paths } from '#web/lib/navigation/paths'
import { useCloseWithPage } from '#web/lib/navigation/use-close-with-page'
import { ButtonLink } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { HeaderNav } from './header-nav'
import { SearchForm } from './search-form'

const loadMenu = () => import('./mobile-panel')
const MobilePanel = lazyExtra(loadMenu, 'MobilePanel')

type Panel = 'search' | 'menu' | null

export interface HeaderProps {
  /** Shown to members beside the search. */
  actions: ReactNode
}

export function Header({ actions }: HeaderProps) {
  const { user, pending } = useViewer()
  const [panel, setPanel] = useState<Panel>(null)
  /** The button that opened the panel, which gets the focus back. */
  const opener = useRef<HTMLElement>(null)

  useCloseWithPage(panel !== null, () => setPanel(null))

  // Before anyone asks for it, but not before the page is there.
  useEffect(() => loadAhead(loadMenu), [])

  function toggle(which: Exclude<Panel, null>, event: MouseEvent<HTMLElement>) {
    opener.current = event.currentTarget
    setPanel((open) => (open === which ? null : which))
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !panel) return
    opener.current?.focus()
    setPanel(null)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the buttons opened
    <header className="site-header" onKeyDown={closeOnEscape}>
      <div className="page flex h-14 items-center gap-2 md:h-16 md:gap-4 lg:gap-6">
        <HeaderNav />
        <div className="hidden min-w-0 max-w-110 flex-1 md:mx-auto md:block">
          <SearchForm hotkey />
        </div>
        {/* As wide for everyone, so that the search stays where it is once the viewer is known. */}
        <div className="-mr-2 ml-auto flex items-center justify-end md:mr-0 md:ml-0 md:min-w-36 xl:min-w-64">
          {user ? (
            <Suspense fallback={<div className="size-10 pointer-coarse:size-11" />}>{actions}</Suspense>
          ) : null}
          {user || pending ? null : (
            <ButtonLink to={paths.signIn} variant="primary" className="max-md:hidden">
              Sign In
            </ButtonLink>
          )}
          <IconButton
            className="md:hidden"
            label={panel === 'search' ? 'Close search' : 'Search'}
            aria-expanded={panel === 'search'}
            onClick={(event) => toggle('search', event)}
          >
            {panel === 'search' ? <X className="size-5" /> : <Search className="size-5" />}
          </IconButton>
          <IconButton
            className="md:hidden"
            label={panel === 'menu' ? 'Close menu' : 'Menu'}
            aria-expanded={panel === 'menu'}
            onClick={(event) => toggle('menu', event)}
          >
            {panel === 'menu' ? <X className="size-5" /> : <Menu className="size-5" />}
          </IconButton>
        </div>
      </div>
      {panel === 'search' ? (
        <div className="page header-search">
          <SearchForm autoFocus />
        </div>
      ) : null}
      <Suspense>{panel === 'menu' ? <MobilePanel /> : null}</Suspense>
    </header>
  )
}
