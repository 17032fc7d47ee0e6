import { queryOptions } from '@tanstack/react-query'
import type { OwnRemoval, RemovalReceipt } from '#contract/schemas/moderation/safety'
import { callUnlessMissing, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'

/** Queries a receipt; null where no request has this token. */
export function removalReceiptQuery(token: string) {
  return queryOptions({
    queryKey: key('removal request', token),
    queryFn: ({ signal }): Promise<RemovalReceipt | null> =>
      callUnlessMissing(
        client.api['removal-requests'][':token'].$get({ param: { token } }, { init: { signal } }),
      ),
    staleTime: 0,
  })
}

/** Queries a removal of the viewer's own video; null where it isn't theirs. */
export function ownRemovalQuery(id: string) {
  return queryOptions({
    queryKey: key('account', 'removal', id),
    queryFn: ({ signal }): Promise<OwnRemoval | null> =>
      callUnlessMissing(client.api.removals[':id'].$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })
}

/** Queries the viewer's videos that were taken down, newest first. */
export const ownRemovalsQuery = pagedQuery<OwnRemoval>(key('account', 'removals'), (query, options) =>
  client.api.removals.$get({ query }, options),
)
