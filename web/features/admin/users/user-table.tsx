import { useLocation, useSearchParams } from 'react-router'
import type { AdminUser } from '#contract/schemas/moderation/users'
import { mayAppoint } from '#contract/values/accounts/appointments'
import { can } from '#contract/values/accounts/permissions'
import type { Role } from '#contract/values/accounts/roles'
import { formatShortDate } from '#web/lib/format'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { Column } from '#web/ui/table/data-table.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { RoleBadge, StatusBadges } from './user-badges'

export interface UserColumnOptions {
  viewerId: number
  /** The viewer's role: it decides whose role may be changed. */
  role: Role
  /** Called before the account's page opens. */
  onOpen: () => void
  onChangeRole: (user: AdminUser) => void
}

/** Returns the columns of the table of accounts, as far as the viewer may read them. */
export function useUserColumns({
  viewerId,
  role,
  onOpen,
  onChangeRole,
}: UserColumnOptions): Column<AdminUser>[] {
  const [params] = useSearchParams()
  const { state } = useLocation()

  function addressOf(id: number): string {
    return `?${new URLSearchParams([...params].filter(([name]) => name !== 'user').concat([['user', String(id)]]))}`
  }

  const email: Column<AdminUser> = {
    title: 'Email',
    cell: ({ email, emailVerified }) => (
      <>
        <span className="wrap-anywhere md:inline-block md:min-w-36">{email}</span>
        {emailVerified ? null : <span className="block text-faint text-meta">Not confirmed</span>}
      </>
    ),
  }
  const premium: Column<AdminUser> = {
    title: 'Premium until',
    sort: 'premium',
    cell: ({ premiumUntil }) => premiumUntil && <Day at={premiumUntil} />,
  }
  const actions: Column<AdminUser> = {
    title: 'Actions',
    action: true,
    isFixed: true,
    cell: (user) =>
      user.id === viewerId ? (
        <span className="flex items-center">
          <span className="px-5 text-faint text-meta">You</span>
          {user.staff === 'owner' ? <RoleButton user={user} onClick={onChangeRole} /> : null}
        </span>
      ) : mayAppoint(role, user.staff, null) ? (
        <RoleButton user={user} onClick={onChangeRole} />
      ) : null,
  }
  return [
    {
      title: 'Username',
      sort: 'name',
      isFixed: true,
      cell: ({ id, username }) => (
        <TextLink
          to={addressOf(id)}
          state={state}
          onClick={onOpen}
          className="wrap-anywhere inline-flex min-h-10 items-center font-medium md:min-w-28"
        >
          {username}
        </TextLink>
      ),
    },
    {
      title: 'ID',
      isExtra: true,
      cell: ({ id }) => <span className="text-faint tabular-nums">{id}</span>,
    },
    ...(can(role, 'user.readEmail') ? [email] : []),
    { title: 'Role', cell: (user) => <RoleBadge user={user} /> },
    { title: 'Status', cell: (user) => <StatusBadges user={user} /> },
    ...(can(role, 'payment.read') ? [premium] : []),
    { title: 'Joined', sort: 'joined', cell: ({ createdAt }) => <Day at={createdAt} /> },
    ...(can(role, 'staff.appoint') ? [actions] : []),
  ]
}

function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {formatShortDate(at)}
    </time>
  )
}

function RoleButton({ user, onClick }: { user: AdminUser; onClick: (user: AdminUser) => void }) {
  return (
    <Button variant="ghost" aria-label={`Change role: ${user.username}`} onClick={() => onClick(user)}>
      Change role
    </Button>
  )
}

export function UserTableSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading users" className="grid gap-2">
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-56 rounded-card md:h-14" />
      ))}
    </div>
  )
}
