import type { Comment } from '#contract/schemas/videos/comments'
import type { Video } from '#contract/schemas/videos/video'
import { type CommentSort, commentsShown } from '#contract/values/videos/comments'
import { client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { type Pages, pagedQuery } from '#web/lib/query/paged'
import { videoRequest } from '#web/lib/video-request'

const limit = String(commentsShown)

/** Queries the comments below a video. */
export function commentsQuery({ id, unlistedKey }: Video, sort: CommentSort) {
  const { param, query } = videoRequest(id, unlistedKey)
  return pagedQuery<Comment>(key('comments', id, sort), (onward, options) =>
    client.api.videos[':id'].comments.$get({ param, query: { ...query, sort, limit, ...onward } }, options),
  )
}

/** Queries the replies to a comment, oldest first. */
export function repliesQuery({ id, unlistedKey }: Video, commentId: number) {
  const { query } = videoRequest(id, unlistedKey)
  return pagedQuery<Comment>(key('comments', id, commentId), (onward, options) =>
    client.api.comments[':id'].replies.$get(
      { param: { id: String(commentId) }, query: { ...query, limit, ...onward } },
      options,
    ),
  )
}

/** Returns the loaded comments or replies, each once: a like more or less moves one between pages. */
export function commentsOf({ pages }: Pages<Comment>): Comment[] {
  const seen = new Set<number>()
  return pages.flatMap(({ items }) =>
    items.filter(({ id }) => {
      if (seen.has(id)) return false
      seen.add(id)
      return true
    }),
  )
}
