import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatBytes } from '#contract/values/shared/bytes'
import { withPassword } from '#web/entities/viewer/with-password'
import { call, client } from '#web/lib/api'
import { refreshAdmin } from '#web/lib/query/refresh-admin'
import { failedTo } from '#web/ui/feedback/failed-to'
import { toast } from '#web/ui/feedback/toast'

/** Has the server compare R2 with the tables. */
export function useScan() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(client.api.admin.storage.scan.$post()),
    onError: (error) => failedTo('load storage statistics', error),
    onSettled: () => refreshAdmin(queryClient),
  })
}

export function useCleanOrphans() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => withPassword(() => call(client.api.admin.storage.orphans.clean.$post())),
    onSuccess: ({ objects, bytes, left }) =>
      toast({
        title: objects === 1 ? '1 orphan removed' : `${objects} orphans removed`,
        description: left
          ? `${formatBytes(bytes)} will be deleted from R2 shortly. There are more, so run the clean-up again.`
          : `${formatBytes(bytes)} will be deleted from R2 shortly.`,
      }),
    onError: (error) => failedTo('remove the orphans', error),
    onSettled: () => refreshAdmin(queryClient),
  })
}
