import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../../../contract/schemas/accounts/auth'
import { useSiteName } from '../../../entities/settings/settings-query'
import { changeViewer } from '../../../entities/viewer/change-viewer'
import { toast } from '../../../ui/feedback/toast'

/** Returns what to do after every successful sign-in, by any method. */
export function useWelcome(): (user: User) => Promise<void> {
  const queryClient = useQueryClient()
  const siteName = useSiteName()
  return async (user) => {
    await changeViewer(queryClient, user)
    if (user.deletionEnded)
      toast({ title: 'Welcome back', description: 'Your account is no longer being deleted.' })
    else toast({ title: 'Sign in successful!', description: `Welcome back to ${siteName}` })
  }
}
