import { useId } from 'react'
import type { OwnGift } from '#contract/schemas/payments/gifts'
import { giftName } from '#contract/values/payments/gifts'
import { formatShortDate } from '#web/lib/format'
import { Badge } from '#web/ui/badge.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'

const columns: Column<OwnGift>[] = [
  { title: 'Date', cell: ({ at }) => <Day at={at} /> },
  {
    title: 'Gift',
    cell: ({ days, reason }) => (
      <>
        <span className="whitespace-nowrap">{giftName(days)}</span>
        <span className="wrap-anywhere block text-faint text-meta">{reason ?? 'Gift code'}</span>
      </>
    ),
  },
  {
    title: 'Term',
    cell: ({ from, until }) =>
      from && until ? (
        <>
          <Day at={from} /> to <Day at={until} />
        </>
      ) : (
        <span className="text-faint">None</span>
      ),
  },
  {
    title: 'Status',
    cell: ({ revokedAt }) => (
      <Badge tone={revokedAt ? 'neutral' : 'gold'}>{revokedAt ? 'Revoked' : 'Gift'}</Badge>
    ),
  },
]

/** Lists the viewer's gifts of premium. */
export function GiftHistory({ gifts }: { gifts: readonly OwnGift[] }) {
  const id = useId()
  if (gifts.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-bold text-section">
        Gifts
      </h2>
      <DataTable label="Gifts" columns={columns} rows={gifts} rowKey={(row) => row.id} />
    </section>
  )
}

function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatShortDate(at)}
    </time>
  )
}
