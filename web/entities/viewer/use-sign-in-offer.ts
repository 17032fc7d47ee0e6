import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../lib/navigation/paths'
import { withReturnPath } from '../../lib/navigation/with-return-path'
import type { Toast } from '../../ui/feedback/toast'
import { type Intent, intentSlot, type KeptIntent } from './intent'

/** Returns the button of a toast that leads to signing in and back, where the intent is carried out. */
export function useSignInOffer(intent: Intent): NonNullable<Toast['action']> {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const from = pathname + search
  return {
    label: 'Sign in',
    act() {
      const kept: KeptIntent = { ...intent, from, at: Date.now() }
      try {
        sessionStorage.setItem(intentSlot, JSON.stringify(kept))
      } catch {
        // Without storage the visitor signs in anyway, and presses again.
      }
      navigate(withReturnPath(paths.signIn, from))
    },
  }
}
