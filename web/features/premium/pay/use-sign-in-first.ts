import { useNavigate } from 'react-router'
import type { PaymentMethod } from '../../../../contract/values/payments/payments'
import type { Currency, Plan } from '../../../../contract/values/payments/prices'
import { paths } from '../../../lib/paths'
import { withReturnPath } from '../../../lib/with-return-path'
import { errorToast } from '../../../ui/feedback/toast'

/** Returns a function that goes to the sign-in page, which leads back to the same choice. */
export function useSignInFirst(choice: { plan: Plan; currency: Currency }) {
  const navigate = useNavigate()
  return (method: PaymentMethod) => {
    errorToast('Authentication required', "Please sign in first. We'll keep your selection.")
    navigate(withReturnPath(paths.signIn, paths.premiumChoice({ ...choice, method })))
  }
}
