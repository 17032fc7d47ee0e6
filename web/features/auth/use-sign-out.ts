import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call, client } from '../../lib/api'
import { paths } from '../../lib/paths'
import { useViewer } from '../../lib/queries/viewer'
import { toast } from '../../ui/toast'
import { changeViewer } from './change-viewer'

/** `forget` removes what the account left in this browser. */
export function useSignOut(forget: (account: number) => Promise<void>) {
  const queryClient = useQueryClient()
  const { user } = useViewer()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => call(client.api.auth.logout.$post()),
    onSuccess: async () => {
      if (user) await forget(user.id)
      await changeViewer(queryClient, null)
      toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
      navigate(paths.home)
    },
    onError: () =>
      toast({ title: 'Logout failed', description: 'Please try again.', variant: 'destructive' }),
  })
}
