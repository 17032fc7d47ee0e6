import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { PaymentOptions } from '../../../contract/schemas/payments/payments'
import { call, client } from '../../lib/api'
import { invalidateVideos } from '../../lib/query/invalidate-videos'
import { key } from '../../lib/query/keys'
import { viewerQuery } from '../viewer/viewer-query'

/** Queries the payment methods offered here. */
export const paymentOptionsQuery = queryOptions({
  queryKey: key('payment options'),
  queryFn: async ({ signal }) =>
    // In the client's type an address could be undefined, which JSON doesn't have.
    (await call(client.api.premium.options.$get({}, { init: { signal } }))) as PaymentOptions,
  staleTime: 60_000,
})

/** Refreshes the viewer after a purchase, then everything that was locked for them, without a reload. */
export async function refreshMembership(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries(viewerQuery)
  void invalidateVideos(queryClient)
  void queryClient.invalidateQueries({ queryKey: key('account', 'subscription') })
}
