import { queryOptions } from '@tanstack/react-query'
import type { AdminAppeal, AdminRemovalRequest, AdminReport } from '#contract/schemas/moderation/safety'
import type { ReportReason } from '#contract/values/moderation/reasons'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'

export type CaseStatus = 'open' | 'decided'

export interface ReportFilter {
  status: CaseStatus
  /** Null for every reason. */
  reason: ReportReason | null
  /** Null for every video. */
  videoId: number | null
}

export function reportsQuery({ status, reason, videoId }: ReportFilter) {
  const query = { status, ...(reason ? { reason } : {}), ...(videoId ? { videoId: String(videoId) } : {}) }
  return pagedQuery<AdminReport>(key('admin', 'reports', query), (onward, options) =>
    client.api.admin.reports.$get({ query: { ...query, ...onward } }, options),
  )
}

/** Queries removal requests: open ones by the time left, decided ones newest first. */
export function requestsQuery(status: CaseStatus) {
  return pagedQuery<AdminRemovalRequest>(key('admin', 'requests', { status }), (onward, options) =>
    client.api.admin['removal-requests'].$get({ query: { status, ...onward } }, options),
  )
}

/** Queries pending appeals, oldest first. */
export const appealsQuery = pagedQuery<AdminAppeal>(key('admin', 'appeals'), (query, options) =>
  client.api.admin.appeals.$get({ query }, options),
)

export function reportQuery(id: number) {
  return queryOptions({
    queryKey: key('admin', 'report', id),
    queryFn: ({ signal }) =>
      call(client.api.admin.reports[':id'].$get({ param: { id: String(id) } }, { init: { signal } })),
    staleTime: 0,
  })
}

export function requestQuery(id: number) {
  return queryOptions({
    queryKey: key('admin', 'request', id),
    queryFn: ({ signal }) =>
      call(
        client.api.admin['removal-requests'][':id'].$get({ param: { id: String(id) } }, { init: { signal } }),
      ),
    staleTime: 0,
  })
}

/** Queries a removal, whether or not its uploader appealed. */
export function removalQuery(id: number) {
  return queryOptions({
    queryKey: key('admin', 'removal', id),
    queryFn: ({ signal }) =>
      call(client.api.admin.removals[':id'].$get({ param: { id: String(id) } }, { init: { signal } })),
    staleTime: 0,
  })
}
