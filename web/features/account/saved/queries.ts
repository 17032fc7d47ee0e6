import type { SavedVideo } from '#contract/schemas/videos/library'
import type { SavedOrder } from '#contract/values/videos/library'
import { client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'

export function savedQuery(order: SavedOrder) {
  return pagedQuery<SavedVideo>(
    key('account', 'saved', order),
    (onward, options) => client.api.account.saved.$get({ query: { order, ...onward } }, options),
    // Always stale: it is opened to see the video saved just now.
    { staleTime: 0 },
  )
}
