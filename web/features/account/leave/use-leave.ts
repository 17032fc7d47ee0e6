import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { endMini } from '#web/entities/video/playback/end-mini'
import { changeViewer } from '#web/entities/viewer/change-viewer'
import { leavingKey } from '#web/entities/viewer/leaving'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { call, client } from '#web/lib/api'
import { formatDate } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { toast } from '#web/ui/feedback/toast'

/** Deletes the account after asking for the password. `removeTraces` removes its data from this browser. */
export function useLeave(removeTraces: (account: number) => Promise<void>) {
  const queryClient = useQueryClient()
  const { user } = useViewer()
  const navigate = useNavigate()
  return useMutation({
    mutationKey: leavingKey,
    mutationFn: (password: string) => call(client.api.account.$delete({ json: { password } })),
    // Now, while its position can still go to the account; kept later, it would be a trace in this browser.
    onMutate: endMini,
    onSuccess: async ({ deleteAt }) => {
      if (user) await removeTraces(user.id)
      await changeViewer(queryClient, null)
      toast({
        title: `Your account will be deleted on ${formatDate(deleteAt)}`,
        description: 'Sign in before that day to keep it.',
      })
      navigate(paths.home)
    },
  })
}
