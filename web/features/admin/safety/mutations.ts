import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  DecideAppeal,
  DecideRemoval,
  DecideReport,
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
