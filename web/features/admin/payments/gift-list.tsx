import { useInfiniteQuery } from '@tanstack/react-query'
import { Gift as GiftIcon } from 'lucide-react'
import type { Gift } from '#contract/schemas/payments/gifts'
import { giftName } from '#contract/values/payments/gifts'
import { formatShortDate } from '#web/lib/format'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { giftsQuery } from './queries'

const columns: Column<Gift>[] = [
  {
    title: 'Date',
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {formatShortDate(at)}
      </time>
    ),
  },
  {
    title: 'Member',
    cell: ({ member }) => (
      <TextLink
        to={adminTab('users', { user: String(member.id) })}
        className="wrap-anywhere inline-flex min-h-10 items-center font-medium"
      >
        {member.username}
      </TextLink>
    ),
  },
  { title: 'Gift', cell: ({ days }) => <span className="whitespace-nowrap">{giftName(days)}</span> },
  {
    title: 'Reason',
    cell: ({ reason, batch, revokeReason }) => (
      <span className="wrap-anywhere">
        {reason ?? (
          <>
            Gift code <span className="block text-dim text-meta">{batch}</span>
          </>
        )}
        {revokeReason ? <span className="block text-dim text-meta">Revoked: {revokeReason}</span> : null}
      </span>
    ),
  },
  { title: 'Given by', cell: ({ givenBy }) => givenBy },
  {
    title: 'Status',
    cell: ({ revokedAt }) => <Badge>{revokedAt ? 'Revoked' : 'Not paid'}</Badge>,
  },
]

/** Lists premium given by staff or by gift codes, newest first. It was never paid for. */
export function GiftList() {
  const query = useInfiniteQuery(giftsQuery)
  return (
    <PagedList
      query={query}
      skeleton={<Skeleton className="h-40 rounded-card" />}
      empty={
        <EmptyState
          icon={<GiftIcon />}
          title="No gifts yet"
          text="Premium that you give from an account under Users, and redeemed gift codes, will appear here."
        />
      }
    >
      {(gifts) => <DataTable label="Gifts" columns={columns} rows={gifts} rowKey={({ id }) => id} />}
    </PagedList>
  )
}
