import type { AdminComment } from '#contract/schemas/moderation/comments'
import type { CommentQueue } from '#contract/values/moderation/comments'
import { client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'

/** Queries the comments that wait for staff, oldest first, or the removed ones, newest first. */
export function queuedCommentsQuery(queue: CommentQueue) {
  return pagedQuery<AdminComment>(key('admin', 'comments', queue), (onward, options) =>
    client.api.admin.comments.$get({ query: { queue, ...onward } }, options),
  )
}
