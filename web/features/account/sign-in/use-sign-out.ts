import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { endMini } from '#web/entities/video/playback/end-mini'
import { changeViewer } from '#web/entities/viewer/change-viewer'
import { leavingKey } from '#web/entities/viewer/leaving'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { withPassword } from '#web/entities/viewer/with-password'
import { call, client } from '#web/lib/api'
import { paths } from '#web/lib/navigation/paths'
import { errorToast, toast } from '#web/ui/feedback/toast'

/** Ends this session, or all sessions of the account, and can remove its passkeys with them. */
export type SignOutScope = 'here' | 'everywhere' | 'everywhere-and-passkeys'

/** Signs out. `removeTraces` removes the account's data from this browser. */
export function useSignOut(removeTraces: (account: number) => Promise<void>) {
  const queryClient = useQueryClient()
  const { user } = useViewer()
  const navigate = useNavigate()
  return useMutation({
    mutationKey: leavingKey,
    mutationFn: (scope: SignOutScope) =>
      scope === 'here'
        ? call(client.api.auth.logout.$post())
        : withPassword(() =>
            call(
              client.api.auth['logout-everywhere'].$post({
                json: { removePasskeys: scope === 'everywhere-and-passkeys' },
              }),
            ),
          ),
    // Now, while its position can still go to the account; kept later, it would be a trace in this browser.
    onMutate: endMini,
    onSuccess: async (_, scope) => {
      if (user) await removeTraces(user.id)
      await changeViewer(queryClient, null)
      toast({
        title: 'Logged out',
        description:
          scope === 'here'
            ? 'You have been successfully logged out.'
            : scope === 'everywhere'
              ? "You've been signed out on all devices."
              : "You've been signed out on all devices, and your passkeys have been removed.",
      })
      navigate(paths.home)
    },
    onError: () => errorToast('Logout failed', 'Please try again.'),
  })
}

/** Returns the words of what signs out here. */
export function logOutLabel(isPending: boolean): string {
  return isPending ? 'Logging out...' : 'Log Out'
}
