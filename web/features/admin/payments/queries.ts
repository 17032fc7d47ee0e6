import { queryOptions } from '@tanstack/react-query'
import type { Gift } from '#contract/schemas/payments/gifts'
import type { AdminClaim, AdminPayment, PaymentAlert } from '#contract/schemas/payments/payments'
import type { PaymentStatus } from '#contract/values/payments/payments'
import { pageSize } from '#contract/values/shared/limits'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'
import type { TableOrder, TableOrders } from '#web/lib/table/order'

export interface PaymentSearch {
  q: string
  /** Null for every status. */
  status: PaymentStatus | null
}

export const paymentOrders: TableOrders<'date'> = { offered: ['date'], ascending: [] }

/** Queries a page of payments by date, from a cursor on. */
export function paymentsQuery({ q, status }: PaymentSearch, order: TableOrder<'date'>, after: string | null) {
  const query = {
    limit: String(pageSize.max),
    ...(q && { q }),
    ...(status && { status }),
    ...(order.isAscending && { order: 'asc' as const }),
  }
  return pagedQuery<AdminPayment>(
    key('admin', 'payments', { ...query, ...(after && { after }) }),
    (onward, options) => client.api.admin.payments.$get({ query: { ...query, ...onward } }, options),
    { from: after },
  )
}

/**
 * Queries a payment with the provider's current record. Always stale, and outside the control panel's keys,
 * so that only opening it asks the provider: mutations return the new state.
 */
export function paymentQuery(id: string) {
  return queryOptions({
    queryKey: key('payment', id),
    queryFn: ({ signal }) =>
      call(client.api.admin.payments[':id'].$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })
}

/** Queries references that wait for a decision, oldest first. */
export const claimsQuery = pagedQuery<AdminClaim>(key('admin', 'claims'), (query, options) =>
  client.api.admin.claims.$get({ query }, options),
)

/** Queries unresolved alerts, newest first. */
export const alertsQuery = pagedQuery<PaymentAlert>(key('admin', 'alerts'), (query, options) =>
  client.api.admin['payment-alerts'].$get({ query }, options),
)

/** Queries gifts of premium, newest first. */
export const giftsQuery = pagedQuery<Gift>(key('admin', 'gifts'), (query, options) =>
  client.api.admin.gifts.$get({ query }, options),
)
