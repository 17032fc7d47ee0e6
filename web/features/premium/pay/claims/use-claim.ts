import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PaymentAnswer, PaymentCode } from '#contract/schemas/payments/payments'
import { refreshMembership, refreshShop, subscriptionQuery } from '#web/entities/payment/payment-queries'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { ApiError, errorDetail } from '#web/lib/api-error'
import { dismissToast, errorToast, toast } from '#web/ui/feedback/toast'

export interface ClaimWords {
  /** Shown when the payment was found. */
  done: { title: string; description: string }
  /** Shown when it wasn't. */
  failed: string
  /** Prefers the server's own sentence. */
  serverFirst?: boolean
}

export interface ClaimEnds {
  /** Called once Premium is active. */
  onBought: () => void
  /** Called when a person or a provider still has to check it. */
  onPending: (text: string | undefined) => void
  onSignedOut: () => void
}

/** Refusals before anything was looked up. */
const unverified: readonly PaymentCode[] = ['provider_down', 'unavailable', 'not_agreed']

/** Sends a typed reference and reports the outcome. */
export function useClaim(words: ClaimWords, ends: ClaimEnds) {
  const queryClient = useQueryClient()
  const fail = (description: string) => errorToast('Verification failed', description)
  return useMutation({
    // A message from an earlier attempt must not be shown beside this one's outcome.
    onMutate: dismissToast,
    mutationFn: (send: () => Promise<PaymentAnswer>) => send(),
    onSuccess: async ({ success, status, message, code }) => {
      if (status === 'pending') {
        // The account lists it, and the widget shows it instead of selling again.
        void queryClient.invalidateQueries(subscriptionQuery)
        void queryClient.invalidateQueries(viewerQuery)
        return ends.onPending(message)
      }
      if (success) {
        await refreshMembership(queryClient)
        toast(words.done)
        return ends.onBought()
      }
      if (code === 'paused') {
        return errorToast(
          'Cryptocurrency payments unavailable',
          message ?? 'Crypto payments are paused. Please choose another method.',
        )
      }
      // The page took the method for one that is turned off, and now learns that it isn't.
      if (code === 'not_agreed') void refreshShop(queryClient)
      // Nothing was verified then, so the fixed sentence would be untrue.
      const speaks = words.serverFirst || (code && unverified.includes(code))
      fail((speaks && message) || words.failed)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return ends.onSignedOut()
      fail(errorDetail(error))
    },
  })
}
