import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  DecideAppeal,
  DecideRemoval,
  DecideReport,
  DismissNetwork,
  RemoveVideo,
} from '#contract/schemas/moderation/safety'
import { withPassword } from '#web/entities/viewer/with-password'
import { call, client } from '#web/lib/api'
import { refreshContent } from '#web/lib/query/refresh-admin'

export function useDecideReport(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: DecideReport) =>
      withPassword(() =>
        call(client.api.admin.reports[':id'].decide.$post({ param: { id: String(id) }, json })),
      ),
    onSettled: () => refreshContent(queryClient),
  })
}

/** Dismisses the open reports from a report's network, in as many requests as they need. */
export function useDismissNetwork(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: DismissNetwork) =>
      withPassword(async () => {
        let [reports, hasMore] = [0, true]
        while (hasMore) {
          const done = await call(
            client.api.admin.reports[':id']['dismiss-network'].$post({ param: { id: String(id) }, json }),
          )
          reports += done.reports
          hasMore = done.hasMore
        }
        return { reports }
      }),
    onSettled: () => refreshContent(queryClient),
  })
}

export function useDecideRequest(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: DecideRemoval) =>
      withPassword(() =>
        call(client.api.admin['removal-requests'][':id'].decide.$post({ param: { id: String(id) }, json })),
      ),
    onSettled: () => refreshContent(queryClient),
  })
}

export function useDecideAppeal(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: DecideAppeal) =>
      withPassword(() =>
        call(client.api.admin.appeals[':id'].decide.$post({ param: { id: String(id) }, json })),
      ),
    onSettled: () => refreshContent(queryClient),
  })
}

export function useRemoveVideo(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: RemoveVideo) =>
      withPassword(() =>
        call(client.api.admin.videos[':id'].remove.$post({ param: { id: String(id) }, json })),
      ),
    onSettled: () => refreshContent(queryClient),
  })
}
