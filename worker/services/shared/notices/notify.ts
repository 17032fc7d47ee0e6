import type { Condition } from '../../../../db/conditions'
import {
  type CommentNotice,
  deleteCommentNotices,
  insertCommentNotice,
  insertNotice,
  insertNoticeByEmail,
  type NewNotice,
} from '../../../../db/queries/shared/notices'
import type { ServiceContext } from '../../context'

/**
 * Notifies an account of a decision. Returns a statement for the batch that decides; `onlyIf` is the decision's own
 * condition.
 */
export function notify({ db, now }: ServiceContext, notice: NewNotice, onlyIf?: Condition) {
  return insertNotice(db, notice, now, onlyIf)
}

/** Notifies the account whose confirmed address this is; nobody, where there is none. */
export function notifyByEmail(
  { db, now }: ServiceContext,
  email: string,
  notice: Omit<NewNotice, 'userId'>,
  onlyIf: Condition,
) {
  return insertNoticeByEmail(db, email, notice, now, onlyIf)
}

/**
 * Notifies an account of a comment on its video, or of a reply to its comment. Those that come before it reads are one
 * notification. Returns statements for the batch that publishes the comment. Its text isn't copied.
 */
export function notifyOfComment({ db, now }: ServiceContext, comment: CommentNotice, onlyIf?: Condition) {
  return insertCommentNotice(db, comment, now, onlyIf)
}

/**
 * Takes a comment out of the notifications of it. Returns statements for the batch that deletes, removes or hides the
 * comment.
 */
export function withdrawComment({ db }: ServiceContext, comment: { commentId: number; videoId: number }) {
  return deleteCommentNotices(db, comment)
}
