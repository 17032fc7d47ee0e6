import {
  Clapperboard,
  Crown,
  House,
  LayoutGrid,
  type LucideIcon,
  ShieldCheck,
  Upload,
  UserRound,
  Users,
} from 'lucide-react'
import { NavLink } from 'react-router'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'

/** Renders the links that the bottom bar has no room for. */
export function MobilePanel() {
  const { user, can } = useViewer()
  return (
    <div className="page absolute inset-x-0 top-full max-h-[calc(100dvh-7.5rem)] animate-fade overflow-y-auto border-line border-b bg-bg pt-2 pb-5 shadow-2xl md:hidden">
      <nav aria-label="Menu" className="grid">
        <PanelLink to={paths.home} icon={House} label="Home" />
        <PanelLink to={paths.categories} icon={LayoutGrid} label="Explore" />
        <PanelLink to={paths.premium} icon={Crown} label="Premium" />
        {user ? (
          <>
            <PanelLink to={paths.following} icon={Users} label="Following" />
            <PanelLink to={paths.uploadVideo} icon={Upload} label="Upload Video" />
            <PanelLink to={paths.myVideos} icon={Clapperboard} label="My Videos" />
            <PanelLink to={paths.account} icon={UserRound} label="My Account" />
          </>
        ) : null}
        {can('desk.open') ? <PanelLink to={paths.admin} icon={ShieldCheck} label="Admin" /> : null}
      </nav>
      {user ? null : (
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

function PanelLink({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  return (
    <NavLink
      to={to}
      end
      className="flex h-12 items-center gap-4 rounded-nav px-2 font-medium text-dim aria-[current=page]:text-text"
    >
      <Icon aria-hidden="true" className="size-5" />
      {label}
    </NavLink>
  )
}
