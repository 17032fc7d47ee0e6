import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { changeViewer } from '../../../entities/viewer/change-viewer'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { call, client } from '../../../lib/api'
import { paths } from '../../../lib/paths'
import { errorToast, toast } from '../../../ui/feedback/toast'

/** Of this session alone, or of all that the account has. */
export type SignOutScope = 'here' | 'everywhere'

/** `forget` removes what the account left in this browser. */
export function useSignOut(forget: (account: number) => Promise<void>) {
  const queryClient = useQueryClient()
  const { user } = useViewer()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (scope: SignOutScope) =>
      scope === 'here'
        ? call(client.api.auth.logout.$post())
        : call(client.api.auth['logout-everywhere'].$post()),
    onSuccess: async (_, scope) => {
      if (user) await forget(user.id)
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
