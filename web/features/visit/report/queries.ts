import { queryOptions } from '@tanstack/react-query'
import type { ReportReceipt } from '#contract/schemas/moderation/safety'
import { callUnlessMissing, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'

/** Queries a receipt; null where no report has this code. */
export function reportQuery(code: string) {
  return queryOptions({
    queryKey: key('report', code),
    queryFn: ({ signal }): Promise<ReportReceipt | null> =>
      callUnlessMissing(client.api.reports[':code'].$get({ param: { code } }, { init: { signal } })),
    staleTime: 0,
  })
}
