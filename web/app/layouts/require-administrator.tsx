import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHasLeft } from '../../entities/viewer/leaving'
import { useViewer, viewerQuery } from '../../entities/viewer/viewer-query'
import { paths } from '../../lib/navigation/paths'
import { withReturnPath } from '../../lib/navigation/with-return-path'
import { PageSpinner } from '../../ui/feedback/page-spinner'
import { errorToast } from '../../ui/feedback/toast'

/** Lets staff through and redirects everyone else. The server refuses on its own. */
export function RequireAdministrator({ children }: { children: ReactNode }) {
  const { user, pending, can } = useViewer()
  const { isError } = useQuery(viewerQuery)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const hasLeft = useHasLeft()
  const allowed = can('desk.open')

  useEffect(() => {
    if (pending || allowed || hasLeft) return
    if (!isError) {
      errorToast(
        user ? 'Access Denied' : 'Authentication Required',
        user ? 'You do not have administrator privileges.' : 'You need to log in with an admin account.',
      )
    }
    const signIn = withReturnPath(paths.signIn, pathname + search)
    navigate(user || isError ? paths.home : signIn, { replace: true })
  }, [pending, allowed, hasLeft, isError, user, navigate, pathname, search])

  if (allowed) return children
  return <PageSpinner />
}
