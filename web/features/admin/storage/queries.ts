import { queryOptions } from '@tanstack/react-query'
import type { OrphanObject, StorageStats } from '#contract/schemas/site/storage'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'

/** Milliseconds between polls during a scan. */
const whileScanning = 2000

export const storageQuery = queryOptions({
  queryKey: key('admin', 'storage'),
  queryFn: ({ signal }) => call(client.api.admin.storage.stats.$get({}, { init: { signal } })),
  staleTime: 30_000,
  refetchInterval: ({ state }) => (isScanning(state.data) ? whileScanning : false),
})

export function isScanning(stats: StorageStats | undefined): boolean {
  return stats?.scan !== undefined && stats.scan !== null && stats.scan.finishedAt === null
}

/** Queries the orphaned files found by the scan that finished at this time. */
export function orphansQuery(finishedAt: string) {
  return pagedQuery<OrphanObject>(key('admin', 'orphans', finishedAt), (query, options) =>
    client.api.admin.storage.orphans.$get({ query }, options),
  )
}
