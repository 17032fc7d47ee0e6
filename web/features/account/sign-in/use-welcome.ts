import type { User } from '#contract/schemas/accounts/auth'
import { useSiteName } from '#web/entities/settings/settings-query'
import { useBeginSession } from '#web/entities/viewer/use-begin-session'
import { isChosen } from '#web/lib/dom/display-choice'

/** Returns the function to call after every successful sign-in, by any method. */
export function useWelcome(): (user: User) => Promise<void> {
  const begin = useBeginSession()
  const siteName = useSiteName()
  return (user) => {
    const description = isChosen('discreet') ? 'Welcome back' : `Welcome back to ${siteName}`
    return begin({
      user,
      after: 'sign-in',
      greeting: user.deletionEnded
        ? { title: 'Welcome back', description: "Your account won't be deleted." }
        : { title: 'Sign in successful!', description },
    })
  }
}
