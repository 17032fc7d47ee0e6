import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHasLeft } from '../../entities/viewer/leaving'
import { useViewer } from '../../entities/viewer/viewer-query'
import { paths } from '../../lib/navigation/paths'
import { withReturnPath } from '../../lib/navigation/with-return-path'
import { PageSpinner } from '../../ui/feedback/page-spinner'
import { errorToast } from '../../ui/feedback/toast'

export interface RequireSignInProps {
  /** Reason, for the toast. */
  message: string
  children: ReactNode
}

/** Redirects a visitor to the sign-in page, and back here afterwards. The server refuses on its own. */
export function RequireSignIn({ message, children }: RequireSignInProps) {
  const { user, pending } = useViewer()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const hasLeft = useHasLeft()
  const refused = !pending && !user && !hasLeft

  useEffect(() => {
    if (!refused) return
    errorToast('Authentication required', message)
    navigate(withReturnPath(paths.signIn, pathname + search), { replace: true })
  }, [refused, message, navigate, pathname, search])

  if (user) return children
  if (hasLeft) return null
  return <PageSpinner />
}
