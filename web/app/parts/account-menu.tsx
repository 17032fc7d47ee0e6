import { HatGlasses, LogOut } from 'lucide-react'
import { type ReactElement, Suspense, useState } from 'react'
import type { User } from '#contract/schemas/accounts/auth'
import { unreadNumber } from '../../entities/notice/unread-number'
import { AccountBadge } from '../../entities/viewer/account-badge'
import { useViewer } from '../../entities/viewer/viewer-query'
import { logOutLabel, useSignOut } from '../../features/account/sign-in/use-sign-out'
import { accountLinks, useCurrent } from '../../features/visit/shell/account-links'
import { paths } from '../../lib/navigation/paths'
import { Badge } from '../../ui/badge'
import { lazyDialog } from '../../ui/overlay/lazy-dialog'
import { Menu, type MenuItem } from '../../ui/overlay/menu'
import { removeLocalTraces } from '../remove-local-traces'

const DiscreetDialog = lazyDialog(
  () => import('../../features/visit/shell/discreet/discreet-dialog'),
  'DiscreetDialog',
)

export interface AccountMenuProps {
  user: User
  /** Its button. */
  trigger: ReactElement
}

/** Renders the account menu, open at first: it is loaded when its button is pressed. */
export function AccountMenu({ user, trigger }: AccountMenuProps) {
  const viewer = useViewer()
  const [discreetOpen, setDiscreetOpen] = useState(false)
  const signOut = useSignOut(removeLocalTraces)
  const groups = accountLinks(viewer)
  const current = useCurrent(groups.flat().map(({ to }) => to))

  const links = groups.flatMap((group) =>
    group.map(({ to, label, icon: Icon }, index): MenuItem => {
      const unread = to === paths.notifications ? user.unread : 0
      return {
        value: to,
        to,
        label: unread > 0 ? <WithUnread label={label} unread={unread} /> : label,
        icon: <Icon aria-hidden="true" />,
        isCurrent: to === current,
        startsGroup: index === 0,
      }
    }),
  )
  const acts: MenuItem[] = [
    { value: 'discreet', label: 'Discreet mode', icon: <HatGlasses aria-hidden="true" />, startsGroup: true },
    {
      value: 'log-out',
      label: logOutLabel(signOut.isPending),
      icon: <LogOut aria-hidden="true" />,
      staysOpen: true,
    },
  ]

  function act(value: string) {
    if (value === 'discreet') setDiscreetOpen(true)
    if (value === 'log-out' && !signOut.isPending) signOut.mutate('here')
  }

  return (
    <>
      <Menu
        trigger={trigger}
        inPlace
        heading={<Identity user={user} />}
        items={[...links, ...acts]}
        onSelect={act}
        defaultOpen
      />
      <Suspense>{discreetOpen ? <DiscreetDialog onClose={() => setDiscreetOpen(false)} /> : null}</Suspense>
    </>
  )
}

function Identity({ user }: { user: User }) {
  return (
    <div className="grid max-w-64 gap-1 px-3 py-2">
      <p className="truncate font-bold">{user.username}</p>
      <p className="flex">
        <AccountBadge user={user} />
      </p>
    </div>
  )
}

function WithUnread({ label, unread }: { label: string; unread: number }) {
  return (
    <>
      {label}
      <Badge className="ml-auto tabular-nums">
        {unreadNumber(unread)}
        <span className="sr-only">unread</span>
      </Badge>
    </>
  )
}
