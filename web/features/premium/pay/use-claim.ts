import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PaymentAnswer } from '../../../../contract/schemas/payments/payments'
import { refreshMembership } from '../../../entities/payment/payment-queries'
import { ApiError, errorDetail } from '../../../lib/api-error'
import { key } from '../../../lib/query/keys'
import { dismissToast, errorToast, toast } from '../../../ui/feedback/toast'

export interface ClaimWords {
  /** Said when the money was found. */
  done: { title: string; description: string }
  /** Said when it wasn't. */
  failed: string
  /** Whether the server's own sentence comes first. */
  serverFirst?: boolean
}

export interface ClaimEnds {
  /** Premium is active. */
  onBought: () => void
  /** Somebody or something has still to look at it. */
  onPending: (text: string | undefined) => void
  onSignedOut: () => void
}

/** Sends a reference that somebody typed, and says what came of it. */
export function useClaim(words: ClaimWords, ends: ClaimEnds) {
  const queryClient = useQueryClient()
  const fail = (description: string) => errorToast('Verification failed', description)
  return useMutation({
    // What an earlier try said must not stand beside the outcome of this one.
    onMutate: dismissToast,
    mutationFn: (send: () => Promise<PaymentAnswer>) => send(),
    onSuccess: async ({ success, status, message, code }) => {
      if (status === 'pending') {
        // The account page shows what waits.
        void queryClient.invalidateQueries({ queryKey: key('account', 'subscription') })
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
          message ?? 'Cryptocurrency payments are temporarily disabled.',
        )
      }
      // A service that is down has verified nothing, so the fixed sentence would be untrue.
      const speaks = words.serverFirst || code === 'provider_down' || code === 'unavailable'
      fail((speaks && message) || words.failed)
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) return ends.onSignedOut()
      fail(errorDetail(error))
    },
  })
}
