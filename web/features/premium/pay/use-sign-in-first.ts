import { useNavigate } from 'react-router'
import type { PaymentMethod } from '#contract/values/payments/payments'
import type { Currency, Plan } from '#contract/values/payments/prices'
import { paths } from '#web/lib/navigation/paths'
import { payPaths } from '#web/lib/navigation/pay-paths'
import { withReturnPath } from '#web/lib/navigation/with-return-path'
import { errorToast } from '#web/ui/feedback/toast'

interface Choice {
  plan: Plan
  currency: Currency
  /** The locked video that led here. */
  video: number | null
}

/** Returns a function that goes to the sign-in page, which leads back to the same choice. */
export function useSignInFirst({ video, ...choice }: Choice) {
  const navigate = useNavigate()
  return (method: PaymentMethod) => {
    errorToast('Authentication required', "Please sign in first. We'll keep your selection.")
    const shop = payPaths.choice({ ...choice, method, ...(video && { video: String(video) }) })
    navigate(withReturnPath(paths.signIn, shop))
  }
}
