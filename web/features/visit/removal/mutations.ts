import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RemovalRequest } from '#contract/schemas/moderation/safety'
import { call, client } from '#web/lib/api'
import { toast } from '#web/ui/feedback/toast'
import { ownRemovalQuery, ownRemovalsQuery, removalReceiptQuery } from './queries'

export function useRequestRemoval() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (request: RemovalRequest) => call(client.api['removal-requests'].$post({ json: request })),
    onSuccess: (receipt) => {
      queryClient.setQueryData(removalReceiptQuery(receipt.token).queryKey, receipt)
    },
  })
}

/**
 * Sends an appeal. `onSent` belongs to the mutation: the form unmounts before its own callbacks would run.
 */
export function useAppeal(id: number, onSent: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: string) =>
      call(client.api.removals[':id'].appeal.$post({ param: { id: String(id) }, json: { text } })),
    onSuccess: () => {
      toast({ title: 'Appeal sent', description: "We'll email you our decision." })
      onSent()
    },
    // A refusal may also mean that the case was decided meanwhile.
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ownRemovalQuery(String(id)).queryKey }),
        queryClient.invalidateQueries({ queryKey: ownRemovalsQuery.queryKey }),
      ]),
  })
}
