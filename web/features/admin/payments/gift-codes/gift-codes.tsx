import { useInfiniteQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { GiftCodeBatch } from '#contract/schemas/payments/gift-codes'
import { giftName } from '#contract/values/payments/gifts'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { formatShortDate } from '#web/lib/format'
import { useNow } from '#web/lib/time/use-now'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { lastDayOf, stateOf } from './batch-words'
import { giftCodesQuery } from './code-queries'
import { FindCode } from './find-code'

const MakeDialog = lazyDialog(() => import('./make-dialog'), 'MakeDialog')
const RevokeDialog = lazyDialog(() => import('./revoke-dialog'), 'RevokeDialog')

/** Lists batches of gift codes, and makes, finds and revokes codes. Support may only find them. */
export function GiftCodes() {
  const { can } = useViewer()
  const query = useInfiniteQuery(giftCodesQuery)
  const now = useNow()
  const [opened, setOpened] = useState<'make' | GiftCodeBatch | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const rememberOpener = useFocusAfter(opened !== null, panel)
  const mayGive = can('premium.give')

  function open(dialog: 'make' | GiftCodeBatch) {
    rememberOpener()
    setOpened(dialog)
  }

  const close = () => setOpened(null)
  const columns = [...columnsAt(now), ...(mayGive ? [actionAt(now, open)] : [])]
  return (
    <div ref={panel} tabIndex={-1} className="grid grid-cols-1 gap-5">
      {mayGive ? (
        <Button className="justify-self-start" onClick={() => open('make')}>
          New gift codes
        </Button>
      ) : null}
      <FindCode now={now} />
      <PagedList
        query={query}
        skeleton={<Skeleton className="h-40 rounded-card" />}
        empty={
          <EmptyState
            icon={<Ticket />}
            title="No gift codes yet"
            text="Codes that administrators make, to print or to send, will appear here by batch."
          />
        }
      >
        {(batches) => (
          <DataTable
            label="Gift codes"
            columns={columns}
            rows={batches}
            rowKey={({ id }) => id}
            head="Batch"
          />
        )}
      </PagedList>
      <Suspense>
        {opened === 'make' ? <MakeDialog onClose={close} /> : null}
        {opened !== null && opened !== 'make' ? <RevokeDialog batch={opened} onClose={close} /> : null}
      </Suspense>
    </div>
  )
}

function columnsAt(now: number): Column<GiftCodeBatch>[] {
  return [
    {
      title: 'Made',
      cell: ({ at, madeBy }) => (
        <>
          <time dateTime={at} className="whitespace-nowrap">
            {formatShortDate(at)}
          </time>
          <span className="wrap-anywhere block text-faint text-meta">{madeBy}</span>
        </>
      ),
    },
    {
      title: 'Batch',
      cell: ({ name, note, revokeReason }) => (
        <span className="wrap-anywhere">
          <span className="font-medium">{name}</span>
          {note ? <span className="block text-dim text-meta">{note}</span> : null}
          {revokeReason ? <span className="block text-dim text-meta">Revoked: {revokeReason}</span> : null}
        </span>
      ),
    },
    { title: 'Gift', cell: ({ days }) => <span className="whitespace-nowrap">{giftName(days)}</span> },
    {
      title: 'Redeemed',
      align: 'right',
      cell: ({ redeemed, codes }) => (
        <span className="whitespace-nowrap">
          {redeemed} of {codes}
        </span>
      ),
    },
    {
      title: 'Left',
      align: 'right',
      cell: (batch) => (stateOf(batch, now) === 'Active' ? batch.codes - batch.redeemed : 0),
    },
    {
      title: 'Last day',
      cell: (batch) => (
        <span className="whitespace-nowrap">
          {lastDayOf(batch, 'medium') ?? <span className="text-faint">None</span>}
        </span>
      ),
    },
    {
      title: 'Status',
      cell: (batch) => {
        const state = stateOf(batch, now)
        return <Badge tone={state === 'Active' ? 'success' : 'neutral'}>{state}</Badge>
      },
    },
  ]
}

function actionAt(now: number, onRevoke: (batch: GiftCodeBatch) => void): Column<GiftCodeBatch> {
  return {
    title: 'Revoke',
    action: true,
    cell: (batch) =>
      stateOf(batch, now) === 'Active' ? (
        <Button variant="ghost" aria-label={`Revoke ${batch.name}`} onClick={() => onRevoke(batch)}>
          Revoke…
        </Button>
      ) : null,
  }
}
