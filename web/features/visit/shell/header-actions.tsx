import clsx from 'clsx'
import { Clapperboard, type LucideIcon, ShieldCheck, Upload, UserRound } from 'lucide-react'
import { NavLink } from 'react-router'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'

/** Renders the viewer's own links on a desktop; nothing until the viewer is known. */
export function HeaderActions() {
  const { user, pending, can } = useViewer()
  if (pending) return <div className="hidden h-10 w-24 md:block" />
  if (!user) {
    return (
      <ButtonLink to={paths.signIn} variant="primary" className="max-md:hidden">
        Sign In
      </ButtonLink>
    )
  }
  return (
    <nav aria-label="Your account" className="hidden items-center gap-1 md:flex">
      {can('desk.open') ? <Action to={paths.admin} icon={ShieldCheck} label="Admin" /> : null}
      <Action to={paths.myVideos} icon={Clapperboard} label="My Videos" />
      <Action to={paths.account} icon={UserRound} label="My Account" />
      <ButtonLink to={paths.uploadVideo} className="ml-1 max-xl:w-10 max-xl:px-0" title="Upload Video">
        <Upload aria-hidden="true" className="size-4.5" />
        <span className="max-xl:sr-only">Upload Video</span>
      </ButtonLink>
    </nav>
  )
}

/** Only an icon where there is little room; its name stays for screen readers and as a tooltip. */
function Action({ to, icon: Icon, label }: { to: string; icon: LucideIcon; label: string }) {
  return (
    <NavLink
      to={to}
      title={label}
      className={clsx(
        'flex h-10 min-w-10 items-center justify-center gap-2 rounded-nav px-2.5 font-medium text-dim transition-colors',
        'hover:bg-surface-1 hover:text-text aria-[current=page]:bg-surface-2 aria-[current=page]:text-text',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0 xl:hidden" />
      <span className="max-xl:sr-only">{label}</span>
    </NavLink>
  )
}
