import { Compass, Crown, House, UserRound } from 'lucide-react'
import { NavLink } from 'react-router'
import { paths } from '#web/lib/navigation/paths'

const tabs = [
  { to: paths.home, label: 'Home', icon: House },
  { to: paths.categories, label: 'Explore', icon: Compass },
  { to: paths.premium, label: 'Premium', icon: Crown },
  { to: paths.account, label: 'Account', icon: UserRound },
]

/** Navigation on phones, within reach of the thumb. The footer leaves room for it. */
export function BottomBar() {
  return (
    <nav aria-label="Tabs" className="tab-bar">
      {tabs.map(({ to, label, icon: Icon }) => (
        <NavLink key={to} to={to} end={to === paths.home} className="tab-bar-link">
          <Icon aria-hidden="true" className="size-5" />
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
