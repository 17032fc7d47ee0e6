import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useId, useRef, useState } from 'react'
import type { OrphanObject, StorageScan } from '#contract/schemas/site/storage'
import { formatBytes } from '#contract/values/shared/bytes'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { formatTime } from '#web/lib/format'
import { Button } from '#web/ui/button.tsx'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { orphansQuery } from './queries'

const CleanDialog = lazyDialog(() => import('./clean-dialog'), 'CleanDialog')

const columns: Column<OrphanObject>[] = [
  { title: 'File', cell: ({ key }) => <span className="wrap-anywhere">{key}</span> },
  {
    title: 'Uploaded',
    cell: ({ uploadedAt }) => <time dateTime={uploadedAt}>{formatTime(uploadedAt)}</time>,
  },
  { title: 'Size', align: 'right', cell: ({ bytes }) => formatBytes(bytes) },
]

/** Lists orphaned files, which cost storage, with a button to delete them. */
export function Orphans({ scan, finishedAt }: { scan: StorageScan; finishedAt: string }) {
  const id = useId()
  const query = useInfiniteQuery(orphansQuery(finishedAt))
  const [confirming, setConfirming] = useState(false)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(confirming, region)
  const any = query.data?.pages.some(({ items }) => items.length > 0) ?? false
  return (
    <section ref={region} tabIndex={-1} aria-labelledby={id} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-bold text-section">
          Orphans
        </h2>
        {any ? (
          <Button
            onClick={() => {
              rememberOpener()
              setConfirming(true)
            }}
          >
            Clean up…
          </Button>
        ) : null}
      </div>
      <PagedList
        query={query}
        skeleton={<CardSkeletons label="Loading orphans" className="h-14" />}
        empty={<p className="text-dim">No orphaned files.</p>}
      >
        {(orphans) => (
          <DataTable label="Orphans" columns={columns} rows={orphans} rowKey={({ key }) => key} />
        )}
      </PagedList>
      <Suspense>
        {confirming ? <CleanDialog scan={scan} onClose={() => setConfirming(false)} /> : null}
      </Suspense>
    </section>
  )
}
