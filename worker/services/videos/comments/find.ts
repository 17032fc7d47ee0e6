import { type CommentRow, commentById, type Reader } from '#db/queries/videos/comments'
import type { VideoRow } from '#db/queries/videos/video'
import { AppError, notFound } from '#worker/errors'
import { areCommentsOpen } from '#worker/policy/comments'
import type { ReadContext } from '../../context'
import { findVisible } from '../model/find'
import { isReadable } from './view'

/** Returns the one refusal for a comment that the caller may not know of. */
export function commentNotFound(): AppError {
  return notFound('This comment')
}

export function readerOf({ actor, now }: ReadContext): Reader {
  return { viewerId: actor.kind === 'user' ? actor.id : null, now }
}

export interface Found {
  row: CommentRow
  video: VideoRow
}

/**
 * Returns a comment that the caller may read, or the replies to it, and its video. `key` is the key in an
 * unlisted video's link.
 */
export async function findComment(ctx: ReadContext, id: number, key?: string): Promise<Found> {
  const [row] = await commentById(ctx.db, readerOf(ctx), id)
  if (!row) throw commentNotFound()
  const video = await videoOf(ctx, row.videoId, key)
  if (!areCommentsOpen(ctx.settings, video)) throw commentNotFound()
  if (!isReadable(ctx, row) && row.replies === 0) throw commentNotFound()
  return { row, video }
}

/** Comments of a video that the caller may not know of look like missing ones. */
async function videoOf(ctx: ReadContext, id: number, key?: string): Promise<VideoRow> {
  try {
    return await findVisible(ctx, id, key)
  } catch (error) {
    throw error instanceof AppError && error.code === 'not_found' ? commentNotFound() : error
  }
}
