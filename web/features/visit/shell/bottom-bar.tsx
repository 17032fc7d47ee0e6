import { Compass, Crown, House, UserRound } from 'lucide-react'
import { NavLink } from 'react-router'
import { paths } from '../../../lib/paths'

const tabs = [
  { to: paths.home, label: 'Home', icon: House },
  { to: paths.categories, label: 'Explore', icon: Compass },
  { to: paths.premium, label: 'Premium', icon: Crown },
  { to: paths.account, label: 'Account', icon: UserRound },
]

/** Navigation on phones, within reach of the thumb. The footer leaves room for it. */
export function BottomBar() {
  return (
    <nav
      aria-label="Tabs"
      className="fixed inset-x-0 bottom-0 z-40 grid grid-cols-4 border-line border-t bg-bg/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md md:hidden print:hidden"
    >
      {tabs.map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          to={to}
          end={to === paths.home}
          className="grid h-16 content-center justify-items-center gap-1 font-medium text-dim text-micro focus-visible:-outline-offset-2 aria-[current=page]:text-accent"
        >
          <Icon aria-hidden="true" className="size-5" />
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
