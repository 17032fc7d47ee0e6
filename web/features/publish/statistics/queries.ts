import { queryOptions } from '@tanstack/react-query'
import type { StatisticsDays } from '#contract/values/videos/statistics'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'

const staleTime = 60_000

export function videoStatisticsQuery(id: number, days: StatisticsDays) {
  return queryOptions({
    queryKey: key('videos', 'statistics', id, days),
    queryFn: ({ signal }) =>
      call(
        client.api.videos[':id'].statistics.$get(
          { param: { id: String(id) }, query: { days: String(days) } },
          { init: { signal } },
        ),
      ),
    staleTime,
  })
}

export function ownStatisticsQuery(days: StatisticsDays) {
  return queryOptions({
    queryKey: key('videos', 'statistics', 'all', days),
    queryFn: ({ signal }) =>
      call(
        client.api.videos['my-videos'].statistics.$get(
          { query: { days: String(days) } },
          { init: { signal } },
        ),
      ),
    staleTime,
  })
}
