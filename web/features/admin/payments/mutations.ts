import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApproveClaim, RefundPayment } from '#contract/schemas/payments/payments'
import { withPassword } from '#web/entities/viewer/with-password'
import { call, client } from '#web/lib/api'
import { refreshAdmin } from '#web/lib/query/refresh-admin'
import { failedTo } from '#web/ui/feedback/failed-to'
import { toast } from '#web/ui/feedback/toast'
import { paymentQuery } from './queries'

export function useRefund(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (refund: RefundPayment) =>
      withPassword(() =>
        call(client.api.admin.payments[':id'].refund.$post({ param: { id }, json: refund })),
      ),
    onSuccess: (payment) => {
      queryClient.setQueryData(paymentQuery(id).queryKey, payment)
    },
    onSettled: () => refreshAdmin(queryClient),
  })
}

export function useApproveClaim(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (evidence: ApproveClaim) =>
      withPassword(() =>
        call(client.api.admin.claims[':id'].approve.$post({ param: { id }, json: evidence })),
      ),
    onSettled: () => refreshAdmin(queryClient),
  })
}

export function useRejectClaim(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      call(client.api.admin.claims[':id'].reject.$post({ param: { id }, json: { reason } })),
    onSettled: () => refreshAdmin(queryClient),
  })
}

/** Resolves an alert. `onGone` is called when it is off the list, together with the component that asked. */
export function useResolveAlert(id: number, onGone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(client.api.admin['payment-alerts'][':id'].resolve.$post({ param: { id: String(id) } })),
    onSuccess: () =>
      toast({ title: 'Alert resolved', description: "It's been taken off the list but stays on record." }),
    onError: (error) => failedTo('resolve the alert', error),
    onSettled: async (_, error) => {
      await refreshAdmin(queryClient)
      if (!error) onGone()
    },
  })
}
