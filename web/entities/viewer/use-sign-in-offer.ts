import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../lib/paths'
import { withReturnPath } from '../../lib/return-path'
import type { Toast } from '../../ui/feedback/toast'
import { type Intent, rememberIntent } from './intent'

/** Returns the button of a toast that leads to signing in and back, where the intent is carried out. */
export function useSignInOffer(intent: Intent): NonNullable<Toast['action']> {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const from = pathname + search
  return {
    label: 'Sign in',
    act() {
      rememberIntent(intent, from)
      navigate(withReturnPath(paths.signIn, from))
    },
  }
}
