import { useQueryClient } from '@tanstack/react-query'
import { paths } from '../../lib/navigation/paths'
import type { NewSession } from './begin-session'

/** Returns the function to call after a sign-in or sign-up: `beginSession` of begin-session.ts. */
export function useBeginSession(): (session: NewSession) => Promise<void> {
  const queryClient = useQueryClient()
  return async (session) => {
    const part = await import('./begin-session').catch(() => null)
    // A new document knows the session without it.
    if (part) await part.beginSession(queryClient, session)
    else location.assign(paths.home)
  }
}
