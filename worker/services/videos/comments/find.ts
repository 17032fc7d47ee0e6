import { type CommentRow, commentById, type Reader } from '../../../../db/queries/videos/comments'
import type { VideoRow } from '../../../../db/queries/videos/videos'
import { type AppError, notFound } from '../../../errors'
import { areCommentsOpen } from '../../../policy/comments'
import type { ServiceContext } from '../../context'
import { findVisible } from '../videos'

/** The one refusal for a comment that the caller may not know of. */
export function commentNotFound(): AppError {
  return notFound('This comment')
}

export function readerOf({ actor, now }: ServiceContext): Reader {
  return { viewerId: actor.kind === 'user' ? actor.id : null, now }
}

export interface Found {
  row: CommentRow
  video: VideoRow
}

/** Returns a comment that the caller may read, and its video. `key` is the one in an unlisted video's link. */
export async function findComment(ctx: ServiceContext, id: number, key?: string): Promise<Found> {
  const [row] = await commentById(ctx.db, readerOf(ctx), id)
  if (!row) throw commentNotFound()
  const video = await findVisible(ctx, row.videoId, key)
  if (!areCommentsOpen(ctx.settings, video)) throw commentNotFound()
  return { row, video }
}
