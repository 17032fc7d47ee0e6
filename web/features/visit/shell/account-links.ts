import {
  Bell,
  Clapperboard,
  CreditCard,
  History,
  ListVideo,
  type LucideIcon,
  Settings,
  ShieldCheck,
  Upload,
  UserRound,
  Users,
} from 'lucide-react'
import { useLocation } from 'react-router'
import type { Viewer } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'

export interface PageLink {
  to: string
  label: string
  icon: LucideIcon
}

/** Returns the pages of an account in groups, for its menu and for a phone's panel. */
export function accountLinks({ can }: Pick<Viewer, 'can'>): PageLink[][] {
  return [
    [
      { to: paths.account, label: 'My Account', icon: UserRound },
      { to: paths.myVideos, label: 'My Videos', icon: Clapperboard },
      { to: paths.uploadVideo, label: 'Upload Video', icon: Upload },
      ...(can('desk.open') ? [{ to: paths.admin, label: 'Admin', icon: ShieldCheck }] : []),
    ],
    [
      { to: paths.notifications, label: 'Notifications', icon: Bell },
      { to: paths.following, label: 'Following', icon: Users },
      { to: paths.lists, label: 'Lists', icon: ListVideo },
      { to: paths.history, label: 'Watch History', icon: History },
    ],
    [
      { to: paths.subscription, label: 'Subscription', icon: CreditCard },
      { to: paths.settings, label: 'Settings', icon: Settings },
    ],
  ]
}

/** Returns the address among these that leads to the page that is shown, or to the page above it. */
export function useCurrent(addresses: readonly string[]): string | undefined {
  const { pathname, search } = useLocation()
  const tab = `${pathname}?tab=${new URLSearchParams(search).get('tab')}`
  return (
    addresses.find((address) => address === tab) ??
    addresses.find((address) => address === pathname || pathname.startsWith(`${address}/`))
  )
}
