import type { Comment } from '#contract/schemas/videos/comments'
import { commentEditMs } from '#contract/values/videos/comments'
import type { CommentRow } from '#db/queries/videos/comments'
import type { ReadContext } from '../../context'
import { isoTime, isoTimeOrNull } from '../../shared/time'
import { avatarUrl } from '../profiles/view'

type Viewed = Pick<ReadContext, 'actor' | 'config' | 'now'>

/**
 * Tells whether the caller may read a comment's text: it is shown, or it is their own and waits for staff.
 */
export function isReadable({ actor }: Pick<ReadContext, 'actor'>, row: CommentRow): boolean {
  if (row.state === 'shown') return !row.isAuthorGone
  return row.state === 'held' && isOwn(actor, row)
}

/**
 * Returns a comment for a list below the video of `uploaderId`. For an unreadable one, returns only its
 * place.
 */
export function commentView(ctx: Viewed, row: CommentRow, uploaderId: number): Comment {
  const isShown = isReadable(ctx, row)
  return {
    id: row.id,
    videoId: row.videoId,
    parentId: row.parentId,
    state: stateFor(row, isShown),
    author: isShown ? authorOf(ctx, row) : null,
    body: isShown ? row.body : '',
    createdAt: isoTime(row.createdAt),
    editedAt: isShown ? isoTimeOrNull(row.editedAt) : null,
    editableUntil: isShown ? editableUntil(ctx, row) : null,
    likes: isShown ? row.likes : 0,
    likedByMe: isShown && row.likedBy !== null,
    replies: row.replies,
    isPinned: isShown && row.isPinned,
    byUploader: isShown && row.userId === uploaderId,
  }
}

/** No one learns that an author is banned or leaving. */
function stateFor({ state, isAuthorGone }: CommentRow, isShown: boolean): Comment['state'] {
  return state === 'away' || (isAuthorGone && !isShown) ? 'deleted' : state
}

/** Everyone sees the name of an author without a page, but no picture. */
function authorOf(ctx: Viewed, row: CommentRow): Comment['author'] {
  const hasPage = Boolean(row.hasPage)
  return {
    id: row.userId,
    username: row.username ?? '',
    avatarUrl: hasPage ? avatarUrl(ctx, row.userId, row) : null,
    hasPage,
  }
}

function editableUntil({ actor, now }: Viewed, row: CommentRow): string | null {
  const until = row.createdAt + commentEditMs
  return isOwn(actor, row) && until > now ? isoTime(until) : null
}

function isOwn(actor: ReadContext['actor'], { userId }: CommentRow): boolean {
  return actor.kind === 'user' && actor.id === userId
}
