import { Crown, House, LayoutGrid } from 'lucide-react'
import { Link } from 'react-router'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'
import { accountLinks, type PageLink, useCurrent } from './account-links'

const sitePages: PageLink[] = [
  { to: paths.home, label: 'Home', icon: House },
  { to: paths.categories, label: 'Explore', icon: LayoutGrid },
  { to: paths.premium, label: 'Premium', icon: Crown },
]

/** Renders the links that the bottom bar has no room for. */
export function MobilePanel() {
  const viewer = useViewer()
  const links = viewer.user ? [...sitePages, ...accountLinks(viewer).flat()] : sitePages
  const current = useCurrent(links.map(({ to }) => to))
  return (
    <div className="page absolute inset-x-0 top-full max-h-[calc(100dvh-7.5rem)] animate-fade overflow-y-auto border-line border-b bg-bg pt-2 pb-5 shadow-2xl md:hidden">
      <nav aria-label="Menu" className="grid">
        {links.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            aria-current={to === current ? 'page' : undefined}
            className="flex h-12 items-center gap-4 rounded-nav px-2 font-medium text-dim aria-[current=page]:text-text"
          >
            <Icon aria-hidden="true" className="size-5" />
            {label}
          </Link>
        ))}
      </nav>
      {viewer.user ? null : (
        <div className="mt-4 grid grid-cols-2 gap-3">
          <ButtonLink to={paths.signIn} variant="primary">
            Sign In
          </ButtonLink>
          <ButtonLink to={paths.signUp}>Sign Up</ButtonLink>
        </div>
      )}
    </div>
  )
}
