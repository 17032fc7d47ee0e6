import { useSearchParams } from 'react-router'
import type { AdminUser } from '../../../../contract/schemas/moderation/users'
import { mayAppoint } from '../../../../contract/values/accounts/appointments'
import { can } from '../../../../contract/values/accounts/permissions'
import type { Role } from '../../../../contract/values/accounts/roles'
import { formatShortDate } from '../../../lib/format'
import { Button } from '../../../ui/button'
import { type Column, DataTable } from '../../../ui/data-table'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { TextLink } from '../../../ui/text-link'
import { RoleBadge, StatusBadges } from './user-badges'

export interface UserTableProps {
  users: readonly AdminUser[]
  viewerId: number
  /** The viewer's role: it decides whose role may be changed. */
  role: Role
  /** Called before the account's page opens. */
  onOpen: () => void
  onChangeRole: (user: AdminUser) => void
}

export function UserTable({ users, ...rest }: UserTableProps) {
  const [params] = useSearchParams()

  function addressOf(id: number): string {
    return `?${new URLSearchParams([...params].filter(([name]) => name !== 'user').concat([['user', String(id)]]))}`
  }

  return (
    <DataTable label="Users" columns={columns({ ...rest, addressOf })} rows={users} rowKey={({ id }) => id} />
  )
}

type ColumnOptions = Omit<UserTableProps, 'users'> & { addressOf: (id: number) => string }

function columns({ viewerId, role, onOpen, onChangeRole, addressOf }: ColumnOptions): Column<AdminUser>[] {
  const email: Column<AdminUser> = {
    title: 'Email',
    cell: ({ email, emailVerified }) => (
      <>
        <span className="wrap-anywhere">{email}</span>
        {emailVerified ? null : <span className="block text-faint text-meta">Not confirmed</span>}
      </>
    ),
  }
  const actions: Column<AdminUser> = {
    title: 'Actions',
    action: true,
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
    { title: 'ID', cell: ({ id }) => <span className="text-faint tabular-nums">{id}</span> },
    {
      title: 'Username',
      cell: ({ id, username }) => (
        <TextLink
          to={addressOf(id)}
          onClick={onOpen}
          className="wrap-anywhere inline-flex min-h-10 items-center font-medium"
        >
          {username}
        </TextLink>
      ),
    },
    ...(can(role, 'user.readEmail') ? [email] : []),
    {
      title: 'Date Joined',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatShortDate(createdAt)}
        </time>
      ),
    },
    { title: 'Status', cell: (user) => <StatusBadges user={user} /> },
    { title: 'Role', cell: (user) => <RoleBadge user={user} /> },
    ...(can(role, 'staff.appoint') ? [actions] : []),
  ]
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
