import { queryOptions } from '@tanstack/react-query'
import type { Receipt } from '#contract/schemas/payments/payments'
import { callUnlessMissing, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'

/** Queries a receipt; null when this account has no such payment. */
export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: key('account', 'payment', id),
    queryFn: ({ signal }): Promise<Receipt | null> =>
      callUnlessMissing(client.api.account.payments[':id'].$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })
}
