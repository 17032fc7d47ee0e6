import type { DecideComment } from '#contract/schemas/moderation/comments'
import { batchNamed } from '#db/batch-named'
import {
  commentToDecide,
  decideCommentReports,
  reasonChange,
  removeCommentByStaff,
  showComment,
  tellCommentAuthor,
  tellCommentReporters,
  whereCommentDecidable,
} from '#db/queries/moderation/comments'
import { forgetEmptied } from '#db/queries/videos/comments'
import { auditLog } from '#db/schema'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { authorEmail, reporterEmail } from './emails'

/**
 * Removes a comment that waits for staff, or that they read on its page, and upholds its open reports. Or
 * keeps it: it is shown if it was held, and the reports up to the newest one seen are dismissed. Or restores
 * a comment that staff removed: it has no open reports, and the senders of upheld ones hear nothing more.
 *
 * Applies only to the text that the actor read. The author is told of a removal or restoration, and the
 * reporters of the decision on open reports. The log keeps the note and the reason of an earlier removal,
 * which a restored comment no longer has.
 */
export async function decideComment(ctx: UserContext, id: number, input: DecideComment): Promise<void> {
  const { decision, note, reason = null } = input
  const act = {
    action: `comment.${decision}`,
    subject: 'comment',
    subjectId: id,
    reason: note || null,
    details: { after: { reason } },
  }
  const [row] = await commentToDecide(ctx.db, id)
  // A comment edited since needs a new decision.
  const isAsRead = row?.editedAt === timeOf(input.editedAt)
  await (isAsRead ? repeatable(ctx, act, () => decide(ctx, id, input)) : decide(ctx, id, input))
}

async function decide(ctx: UserContext, id: number, input: DecideComment): Promise<void> {
  const { actor, db, now } = ctx
  const isRemoval = input.decision === 'remove'
  const restores = input.decision === 'restore'
  const onlyIf = whereCommentDecidable(id, {
    editedAt: timeOf(input.editedAt),
    onPage: isRemoval && input.onPage,
    restores,
    actorId: actor.id,
  })
  const status = isRemoval ? 'upheld' : 'dismissed'
  const which = { commentId: id, upTo: isRemoval ? undefined : input.seen, onlyIf }
  const { reason = 'other', note } = input
  const act = {
    action: `comment.${input.decision}`,
    subject: 'comment',
    subjectId: id,
    ...(note && { reason: note }),
    details: reasonChange(id, input.reason ?? null),
  }
  const told = isRemoval ? 'removed' : restores && 'restored'
  const change = isRemoval
    ? removeCommentByStaff(db, id, { by: actor.id, reason, onlyIf })
    : showComment(db, id, restores ? 'removed' : 'held', now, onlyIf)
  const { recorded } = await batchNamed(db, [
    { recorded: audit(ctx, act, onlyIf).returning({ id: auditLog.id }) },
    ...tellCommentReporters(db, which, reporterEmail(ctx, status, note), outcomes[status], now),
    ...(told ? tellCommentAuthor(db, id, told, authorEmail(ctx, told, reason, note), { now, onlyIf }) : []),
    // In this order: while a report is open, the condition holds.
    change,
    decideCommentReports(db, which, { status, decidedBy: actor.id, decidedAt: now, decisionNote: note }),
    forgetEmptied(db, id),
  ])
  if (recorded.length === 0) throw await refusal(ctx, id, input)
  ctx.defer(kickMail(ctx))
}

/**
 * Outcomes that reporters are told at the bell: for a comment that was there until then, and for one that was
 * gone already.
 */
const outcomes = {
  upheld: { left: 'comment-upheld', gone: 'comment-upheld' },
  dismissed: { left: 'comment-dismissed', gone: 'comment-gone' },
} as const

function timeOf(editedAt: string | null): number | null {
  return editedAt === null ? null : Date.parse(editedAt)
}

/** Says why nothing was decided: the condition has one reason at a time. */
async function refusal(
  { actor, db }: UserContext,
  id: number,
  { editedAt, onPage }: DecideComment,
): Promise<AppError> {
  const [row] = await commentToDecide(db, id)
  if (row?.userId === actor.id)
    return new AppError('conflict', "You can't decide about your own comment. Ask a colleague.")
  const waits = row && (row.state === 'held' || row.openReports > 0 || (onPage && row.state === 'shown'))
  if (!waits || row.editedAt === timeOf(editedAt))
    return new AppError('conflict', 'This comment has already been decided.')
  return new AppError(
    'conflict',
    `This comment was ${row.state === 'deleted' ? 'deleted' : 'edited'} since. Reload and look again.`,
  )
}
