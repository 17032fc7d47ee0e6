import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApproveClaim, RefundPayment } from '../../../contract/schemas/payments'
import { call, client } from '../../lib/api'
import { errorDetail } from '../../lib/api-error'
import { toast } from '../../ui/toast'
import { alertsQuery, claimsQuery, paymentQuery } from './queries'

const lists = { queryKey: ['/api/admin/payments'] }

export function useRefund(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (refund: RefundPayment) =>
      call(client.api.admin.payments[':id'].refund.$post({ param: { id }, json: refund })),
    onSuccess: async (payment) => {
      queryClient.setQueryData(paymentQuery(id).queryKey, payment)
      await queryClient.invalidateQueries(lists)
    },
  })
}

export function useApproveClaim(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (evidence: ApproveClaim) =>
      call(client.api.admin.claims[':id'].approve.$post({ param: { id }, json: evidence })),
    // A refusal, too, may mean that another administrator was first.
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries(claimsQuery), queryClient.invalidateQueries(lists)]),
  })
}

export function useRejectClaim(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      call(client.api.admin.claims[':id'].reject.$post({ param: { id }, json: { reason } })),
    onSettled: () => queryClient.invalidateQueries(claimsQuery),
  })
}

export function useResolveAlert() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      call(client.api.admin['payment-alerts'][':id'].resolve.$post({ param: { id: String(id) } })),
    onSuccess: async () => {
      await queryClient.invalidateQueries(alertsQuery)
      toast({ title: 'Alert resolved', description: 'It is off the list; the record of it stays.' })
    },
    onError: (error) => {
      toast({ title: 'Error', description: errorDetail(error), variant: 'destructive' })
    },
  })
}
