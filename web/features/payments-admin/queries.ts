import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AdminClaim, AdminPayment, PaymentAlert } from '../../../contract/schemas/payments'
import type { PaymentStatus } from '../../../contract/values/payments'
import { call, callPage, client } from '../../lib/api'

const staleTime = 30_000

export interface PaymentSearch {
  q: string
  /** Null for every status. */
  status: PaymentStatus | null
}

const onward = (cursor: string | null) => (cursor === null ? {} : { cursor })

/** Newest first, page after page. */
export function paymentsQuery({ q, status }: PaymentSearch) {
  const query = { ...(q ? { q } : {}), ...(status ? { status } : {}) }
  return infiniteQueryOptions({
    queryKey: ['/api/admin/payments', query, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callPage<AdminPayment>(
        client.api.admin.payments.$get({ query: { ...query, ...onward(pageParam) } }, { init: { signal } }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime,
  })
}

/** Asks the provider for its record, so it is never taken from before. */
export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: [`/api/admin/payments/${id}`],
    queryFn: ({ signal }) =>
      call(client.api.admin.payments[':id'].$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })
}

/** References that wait for a decision, oldest first. */
export const claimsQuery = infiniteQueryOptions({
  queryKey: ['/api/admin/claims', 'pages'],
  queryFn: ({ pageParam, signal }) =>
    callPage<AdminClaim>(client.api.admin.claims.$get({ query: onward(pageParam) }, { init: { signal } })),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  staleTime,
})

/** What nobody has looked at yet, newest first. */
export const alertsQuery = infiniteQueryOptions({
  queryKey: ['/api/admin/payment-alerts', 'pages'],
  queryFn: ({ pageParam, signal }) =>
    callPage<PaymentAlert>(
      client.api.admin['payment-alerts'].$get({ query: onward(pageParam) }, { init: { signal } }),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  staleTime,
})
