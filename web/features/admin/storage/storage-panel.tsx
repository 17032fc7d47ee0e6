import { useQuery } from '@tanstack/react-query'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { useFailedTo } from '#web/ui/feedback/failed-to'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { BucketFacts } from './bucket-facts'
import { KindTable } from './kind-table'
import { Orphans } from './orphans'
import { storageQuery } from './queries'
import { ScanCard } from './scan-card'
import { Usage } from './usage'

/** Renders the Storage Management tab. */
export function StoragePanel() {
  const { data: stats, error, refetch } = useQuery(storageQuery)
  // Not for each poll of a running scan.
  useFailedTo('load storage statistics', stats ? null : error)
  if (error && !stats) return <LoadError error={error} onRetry={refetch} />
  if (!stats) return <CardSkeletons label="Loading storage statistics" className="h-48" />
  return (
    <div className="grid gap-10">
      <Usage stats={stats} />
      <KindTable kinds={stats.kinds} totalBytes={stats.totalBytes} />
      <ScanCard stats={stats} />
      {stats.scan?.finishedAt ? <Orphans scan={stats.scan} finishedAt={stats.scan.finishedAt} /> : null}
      <BucketFacts stats={stats} />
    </div>
  )
}
