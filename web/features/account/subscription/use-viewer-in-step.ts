import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { User } from '../../../../contract/schemas/accounts/auth'
import type { Subscription } from '../../../../contract/schemas/payments/payments'
import { refreshMembership } from '../../../entities/payment/payment-queries'
import { runningUntil } from './running-until'

/** A grant or a revocation that this page learns of is asked about for the locks of all the others, too. */
export function useViewerInStep(user: User, subscription: Subscription | undefined): void {
  const queryClient = useQueryClient()
  const known = user.isPremium ? user.premiumUntil : null
  const stale = subscription !== undefined && runningUntil(subscription) !== known
  useEffect(() => {
    // Once for each answer that differs: if the server says the same again, it is not asked for ever.
    if (stale) void refreshMembership(queryClient)
  }, [stale, queryClient])
}
