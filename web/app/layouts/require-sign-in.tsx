import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths'
import { useViewer } from '../../lib/queries/viewer'
import { Spinner } from '../../ui/spinner'
import { toast } from '../../ui/toast'

export interface RequireSignInProps {
  /** Why, for the toast. */
  message: string
  children: ReactNode
}

/** Sends a visitor to the sign-in page; the server refuses on its own. */
export function RequireSignIn({ message, children }: RequireSignInProps) {
  const { user, pending } = useViewer()
  const navigate = useNavigate()
  const refused = !pending && !user

  useEffect(() => {
    if (!refused) return
    toast({ title: 'Authentication required', description: message, variant: 'destructive' })
    navigate(paths.signIn, { replace: true })
  }, [refused, message, navigate])

  if (user) return children
  return (
    <div role="status" aria-label="Loading" className="grid place-items-center py-32 text-dim">
      <Spinner />
    </div>
  )
}
