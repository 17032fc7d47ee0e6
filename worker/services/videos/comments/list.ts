import type { Comment, ListComments, ListReplies } from '#contract/schemas/videos/comments'
import {
  type CommentRow,
  commentPage,
  ownHeldComments,
  ownHeldParents,
  pinnedComment,
  replyPage,
} from '#db/queries/videos/comments'
import type { VideoRow } from '#db/queries/videos/video'
import { areCommentsOpen } from '#worker/policy/comments'
import type { ReadContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { findVisible } from '../model/find'
import { findComment, readerOf } from './find'
import { commentView, isReadable } from './view'

/** The reader's own comments waiting for staff that are shown at once. */
const heldAtMost = 10
/** The reader's own comments waiting for staff that are counted as replies to their parents. */
const heldCounted = 100

/**
 * Lists the comments below a video: the pinned one, the reader's own that wait for staff, then the others. Empty while
 * comments are turned off.
 */
export async function listComments(
  ctx: ReadContext,
  videoId: number,
  { sort, limit, cursor, key }: ListComments,
): Promise<Page<Comment>> {
  const video = await findVisible(ctx, videoId, key)
  if (!areCommentsOpen(ctx.settings, video)) return { items: [], nextCursor: null }
  const [likes, id] = cursor ? decodeCursor(cursor, 'number', 'number') : []
  const after = likes !== undefined && id !== undefined ? { likes, id } : undefined
  const reader = readerOf(ctx)
  const [rows, answered, pinned = [], held = []] = await ctx.db.batch([
    commentPage(ctx.db, reader, { videoId, sort, atMost: limit + 1, after }),
    ownHeldParents(ctx.db, reader, videoId, heldCounted),
    ...(after
      ? []
      : ([
          pinnedComment(ctx.db, reader, videoId),
          ownHeldComments(ctx.db, reader, { videoId, parentId: null }, heldAtMost),
        ] as const)),
  ])
  const { items, nextCursor } = page(rows, limit, (row) => [row.likes, row.id])
  const seen = views(ctx, video, [...pinned, ...held, ...items]).map((comment) => ({
    ...comment,
    // Only their author's count includes them, so that the author finds them again.
    replies: comment.replies + answered.filter(({ parentId }) => parentId === comment.id).length,
  }))
  return { items: seen, nextCursor }
}

/** Lists the replies to a comment, oldest first; after the last one the reader's own that wait for staff. */
export async function listReplies(
  ctx: ReadContext,
  parentId: number,
  { limit, cursor, key }: ListReplies,
): Promise<Page<Comment>> {
  const { video } = await findComment(ctx, parentId, key)
  const after = cursor ? decodeCursor(cursor, 'number')[0] : undefined
  const reader = readerOf(ctx)
  const [rows, held] = await ctx.db.batch([
    replyPage(ctx.db, reader, parentId, limit + 1, after),
    ownHeldComments(ctx.db, reader, { videoId: video.id, parentId }, heldAtMost),
  ])
  const { items, nextCursor } = page(rows, limit, (row) => [row.id])
  const last = nextCursor === null ? held.reverse() : []
  return { items: views(ctx, video, [...items, ...last]), nextCursor }
}

/**
 * Returns the comments for the reader. Leaves out unreadable ones without replies. One may be in two of the
 * lists.
 */
function views(ctx: ReadContext, video: VideoRow, rows: readonly CommentRow[]): Comment[] {
  const each = new Map(rows.map((row) => [row.id, row]))
  return [...each.values()].flatMap((row) =>
    isReadable(ctx, row) || row.replies > 0 ? [commentView(ctx, row, video.userId)] : [],
  )
}
