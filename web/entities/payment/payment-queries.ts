import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { PaymentOptions, Subscription } from '#contract/schemas/payments/payments'
import { type ClaimStatus, waitingClaims } from '#contract/values/payments/payments'
import { call, client } from '../../lib/api'
import { invalidateVideos } from '../../lib/query/invalidate-videos'
import { bootKeys, key } from '../../lib/query/keys'
import { viewerQuery } from '../viewer/viewer-query'

/** Queries what Premium unlocks, and how it is sold here. */
export const shopQuery = queryOptions({
  queryKey: bootKeys.shop,
  queryFn: ({ signal }) => call(client.api.premium.shop.$get({}, { init: { signal } })),
  staleTime: 60_000,
})

/** Queries the payment methods offered here. */
export const paymentOptionsQuery = queryOptions({
  queryKey: key('payment options'),
  queryFn: async ({ signal }) =>
    // In the client's type an address could be undefined, which JSON doesn't have.
    (await call(client.api.premium.options.$get({}, { init: { signal } }))) as PaymentOptions,
  staleTime: 60_000,
})

/** Asks again what is sold, after a refusal that the page didn't expect. */
export async function refreshShop(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(shopQuery),
    queryClient.invalidateQueries(paymentOptionsQuery),
  ])
}

/** Milliseconds between polls while a payment is being checked. */
export const waitingPoll = 20_000

/** Returns whether a reference still waits for a decision. */
export function isWaiting({ status }: { status: ClaimStatus }): boolean {
  return waitingClaims.includes(status)
}

export const subscriptionQuery = queryOptions({
  queryKey: key('account', 'subscription'),
  queryFn: ({ signal }): Promise<Subscription> =>
    call(client.api.account.subscription.$get({}, { init: { signal } })),
  // Always stale: it is opened to see payments made elsewhere, refunds and decisions.
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.claims.some(isWaiting) ? waitingPoll : false),
})

/** Refreshes the viewer after a purchase, then everything that was locked for them, without a reload. */
export async function refreshMembership(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries(viewerQuery)
  void invalidateVideos(queryClient)
  void queryClient.invalidateQueries(subscriptionQuery)
}
