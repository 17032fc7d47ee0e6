import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { User } from '#contract/schemas/accounts/auth'
import type { Subscription } from '#contract/schemas/payments/payments'
import { isWaiting, refreshMembership } from '#web/entities/payment/payment-queries'
import { runningUntil } from './running-until'

/**
 * Refreshes the viewer when this page learns of a grant or a revocation, so that all other pages lock or
 * unlock videos.
 */
export function useViewerInStep(user: User, subscription: Subscription | undefined): void {
  const queryClient = useQueryClient()
  const known = user.isPremium ? user.premiumUntil : null
  const stale =
    subscription !== undefined &&
    (runningUntil(subscription) !== known ||
      subscription.claims.some(isWaiting) !== (user.claim === 'waiting'))
  useEffect(() => {
    // Once per differing response, so that a server that keeps disagreeing isn't asked for ever.
    if (stale) void refreshMembership(queryClient)
  }, [stale, queryClient])
}
