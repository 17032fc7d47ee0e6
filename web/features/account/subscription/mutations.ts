import { useMutation, useQueryClient } from '@tanstack/react-query'
import { subscriptionQuery } from '#web/entities/payment/payment-queries'
import { call, client } from '#web/lib/api'
import { errorToast, toast } from '#web/ui/feedback/toast'

/** Stops reminders and renewals; the term runs to its end. */
export function useCancelSubscription() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(client.api.account.subscription.cancel.$post()),
    onSuccess: (subscription) => {
      queryClient.setQueryData(subscriptionQuery.queryKey, subscription)
      toast({ title: 'Subscription cancelled', description: 'You keep premium until your term ends.' })
    },
  })
}

/** Reverses the cancellation. */
export function useResumeSubscription() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(client.api.account.subscription.resume.$post()),
    onSuccess: (subscription) => {
      queryClient.setQueryData(subscriptionQuery.queryKey, subscription)
      toast({ title: 'Cancellation undone', description: "We'll email you before your term ends." })
    },
    onError: (error) => {
      errorToast("That didn't work", error)
    },
  })
}
