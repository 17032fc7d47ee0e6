import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call, client } from '../../lib/api'
import { paths } from '../../lib/paths'
import { toast } from '../../ui/toast'
import { changeViewer } from './change-viewer'

export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => call(client.api.auth.logout.$post()),
    onSuccess: async () => {
      await changeViewer(queryClient, null)
      toast({ title: 'Logged out', description: 'You have been successfully logged out.' })
      navigate(paths.home)
    },
    onError: () =>
      toast({ title: 'Logout failed', description: 'Please try again.', variant: 'destructive' }),
  })
}
