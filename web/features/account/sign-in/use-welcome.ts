import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../../../contract/schemas/accounts/auth'
import { useSiteName } from '../../../entities/settings/settings-query'
import { beginSession } from '../../../entities/viewer/begin-session'

/** Returns what to do after every successful sign-in, by any method. */
export function useWelcome(): (user: User) => Promise<void> {
  const queryClient = useQueryClient()
  const siteName = useSiteName()
  return (user) =>
    beginSession(
      queryClient,
      user,
      user.deletionEnded
        ? { title: 'Welcome back', description: "Your account won't be deleted." }
        : { title: 'Sign in successful!', description: `Welcome back to ${siteName}` },
    )
}
