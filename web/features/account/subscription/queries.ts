import { queryOptions } from '@tanstack/react-query'
import type { Receipt, Subscription } from '../../../../contract/schemas/payments/payments'
import type { ClaimStatus } from '../../../../contract/values/payments/payments'
import { call, callUnlessMissing, client } from '../../../lib/api'
import { key } from '../../../lib/query/keys'

/** Milliseconds between polls while a payment is being checked. */
const waitingPoll = 20_000

const openStatuses: readonly ClaimStatus[] = ['submitted', 'seen', 'review']

/** Returns whether a reference still waits for a decision. */
export function isOpen({ status }: { status: ClaimStatus }): boolean {
  return openStatuses.includes(status)
}

export const subscriptionQuery = queryOptions({
  queryKey: key('account', 'subscription'),
  queryFn: ({ signal }): Promise<Subscription> =>
    call(client.api.account.subscription.$get({}, { init: { signal } })),
  // Always stale: it is opened to see payments made elsewhere, refunds and decisions.
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.claims.some(isOpen) ? waitingPoll : false),
})

/** Queries a receipt; null when this account has no such payment. */
export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: key('account', 'payment', id),
    queryFn: ({ signal }): Promise<Receipt | null> =>
      callUnlessMissing(client.api.account.payments[':id'].$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })
}
