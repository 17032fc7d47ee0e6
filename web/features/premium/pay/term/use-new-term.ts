import { useQueryClient } from '@tanstack/react-query'
import { refreshMembership } from '#web/entities/payment/payment-queries'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { toast } from '#web/ui/feedback/toast'

/**
 * Returns a function that asks whether premium now lasts longer than `until`, and announces it. It rejects when the
 * viewer can't be asked.
 */
export function useNewTerm(until: string | null, onBought: () => void): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    const user = await queryClient.fetchQuery({ ...viewerQuery, staleTime: 0 })
    if (!user?.isPremium || user.premiumUntil === until) return
    toast({ title: 'Payment confirmed!', description: 'You now have premium access' })
    // Called before the page renders the member's view, so that it knows about the purchase.
    onBought()
    await refreshMembership(queryClient)
  }
}
