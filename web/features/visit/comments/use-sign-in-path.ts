import { useLocation } from 'react-router'
import { paths } from '#web/lib/navigation/paths'
import { withReturnPath } from '#web/lib/navigation/with-return-path'

/** Returns the address to sign in at, which leads back to the comments. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  return withReturnPath(paths.signIn, `${pathname}${search}#comments`)
}
