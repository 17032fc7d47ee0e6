import { useNavigate, useSearchParams } from 'react-router'
import type { PaymentMethod } from '#contract/values/payments/payments'
import type { Currency, Plan } from '#contract/values/payments/prices'
import { paths } from '#web/lib/navigation/paths'
import { payPaths } from '#web/lib/navigation/pay-paths'
import { soldVideoOf, soldVideoParameters } from '#web/lib/navigation/sold-video'
import { withReturnPath } from '#web/lib/navigation/with-return-path'
import { errorToast } from '#web/ui/feedback/toast'

interface Choice {
  plan: Plan
  currency: Currency
}

/** Returns a function that goes to the sign-in page, which leads back to the same choice. */
export function useSignInFirst(choice: Choice) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (method: PaymentMethod) => {
    errorToast('Authentication required', "Please sign in first. We'll keep your selection.")
    const shop = payPaths.choice({ ...soldVideoParameters(soldVideoOf(params)), ...choice, method })
    navigate(withReturnPath(paths.signIn, shop))
  }
}
