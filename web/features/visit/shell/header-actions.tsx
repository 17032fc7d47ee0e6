import clsx from 'clsx'
import { Clapperboard, type LucideIcon, ShieldCheck, Upload, UserRound } from 'lucide-react'
import { NavLink } from 'react-router'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'
import { type RovingItem, useRovingFocus } from '#web/ui/use-roving-focus'

/** Renders the viewer's own links on a desktop; nothing until the viewer is known. */
export function HeaderActions() {
  const { user, pending, can } = useViewer()
  const isStaff = can('desk.open')
  const { row, item } = useRovingFocus('Your account', isStaff ? 0 : 1)
  if (pending) return <div className="hidden h-10 w-24 md:block" />
  if (!user) {
    return (
      <ButtonLink to={paths.signIn} variant="primary" className="max-md:hidden">
        Sign In
      </ButtonLink>
    )
  }
  return (
    <nav aria-label="Your account" className="hidden md:block">
      <div {...row} className="flex items-center gap-1">
        {isStaff ? <Action to={paths.admin} icon={ShieldCheck} label="Admin" stop={item(0)} /> : null}
        <Action to={paths.myVideos} icon={Clapperboard} label="My Videos" stop={item(1)} />
        <Action to={paths.account} icon={UserRound} label="My Account" stop={item(2)} />
        <ButtonLink
          to={paths.uploadVideo}
          {...item(3)}
          className="ml-1 max-xl:w-10 max-xl:px-0"
          title="Upload Video"
        >
          <Upload aria-hidden="true" className="size-4.5" />
          <span className="max-xl:sr-only">Upload Video</span>
        </ButtonLink>
      </div>
    </nav>
  )
}

interface ActionProps {
  to: string
  icon: LucideIcon
  label: string
  stop: RovingItem
}

/** Only an icon where there is little room; its name stays for screen readers and as a tooltip. */
function Action({ to, icon: Icon, label, stop }: ActionProps) {
  return (
    <NavLink
      to={to}
      {...stop}
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
