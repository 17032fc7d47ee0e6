import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { changeViewer } from '../../../entities/viewer/change-viewer'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { call, client } from '../../../lib/api'
import { paths } from '../../../lib/paths'
import { errorToast, toast } from '../../../ui/feedback/toast'

/** Ends this session, or all sessions of the account. */
export type SignOutScope = 'here' | 'everywhere'

/** Signs out. `removeTraces` removes the account's data from this browser. */
export function useSignOut(removeTraces: (account: number) => Promise<void>) {
  const queryClient = useQueryClient()
  const { user } = useViewer()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (scope: SignOutScope) =>
      scope === 'here'
        ? call(client.api.auth.logout.$post())
        : call(client.api.auth['logout-everywhere'].$post()),
    onSuccess: async (_, scope) => {
      if (user) await removeTraces(user.id)
      await changeViewer(queryClient, null)
      toast({
        title: 'Logged out',
        description:
          scope === 'here'
            ? 'You have been successfully logged out.'
            : 'Your account is signed out on every device.',
      })
      navigate(paths.home)
    },
    onError: () => errorToast('Logout failed', 'Please try again.'),
  })
}
