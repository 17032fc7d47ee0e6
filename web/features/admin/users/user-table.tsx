import { useSearchParams } from 'react-router'
import type { AdminUser } from '../../../../contract/schemas/moderation/users'
import { formatShortDate } from '../../../lib/format'
import { Button } from '../../../ui/button'
import { type Column, DataTable } from '../../../ui/data-table'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { TextLink } from '../../../ui/text-link'
import { RoleBadge, StatusBadges } from './user-badges'

export interface UserTableProps {
  users: readonly AdminUser[]
  /** Nobody may change their own role. */
  viewerId: number
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

function columns({ viewerId, onOpen, onChangeRole, addressOf }: ColumnOptions): Column<AdminUser>[] {
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
    {
      title: 'Email',
      cell: ({ email, emailVerified }) => (
        <>
          <span className="wrap-anywhere">{email}</span>
          {emailVerified ? null : <span className="block text-faint text-meta">Not confirmed</span>}
        </>
      ),
    },
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
    {
      title: 'Actions',
      action: true,
      cell: (user) =>
        user.id === viewerId ? (
          <span className="px-5 text-faint text-meta">You</span>
        ) : (
          <Button
            variant="ghost"
            aria-label={`${roleAction(user)}: ${user.username}`}
            onClick={() => onChangeRole(user)}
          >
            {roleAction(user)}
          </Button>
        ),
    },
  ]
}

function roleAction({ isAdmin }: AdminUser): string {
  return isAdmin ? 'Remove Admin' : 'Make Admin'
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
