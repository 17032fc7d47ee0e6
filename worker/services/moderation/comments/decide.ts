import type { DecideComment } from '../../../../contract/schemas/moderation/comments'
import { batchNamed, type Step } from '../../../../db/batch-named'
import type { Condition } from '../../../../db/conditions'
import {
  decideCommentReports,
  mailCommentAuthor,
  mailCommentReporters,
  releaseComment,
  removeCommentByStaff,
  whereCommentInQueue,
  whereCommentRemovable,
} from '../../../../db/queries/moderation/comments'
import { forgetEmptied } from '../../../../db/queries/videos/comments'
import { auditLog } from '../../../../db/schema'
import { AppError } from '../../../errors'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { authorEmail, reporterEmail } from './emails'

/**
 * Removes a comment, or keeps it, which shows what was held. Decides its open reports, all or up to the newest one
 * seen. The author is told of a removal, the reporters of either. The log doesn't repeat what was written to them.
 */
export async function decideComment(ctx: UserContext, id: number, input: DecideComment): Promise<void> {
  const { onlyIf, action, changes } = input.decision === 'remove' ? removal(ctx, id, input) : keeping(ctx, id)
  const { actor, db, now } = ctx
  const status = input.decision === 'remove' ? 'upheld' : 'dismissed'
  const which = { commentId: id, upTo: input.seen }
  const details = { before: null, after: { reason: input.reason ?? null } }
  const { recorded } = await batchNamed(db, [
    // First: each statement after it changes what the condition holds for.
    {
      recorded: audit(ctx, { action, subject: 'comment', subjectId: id, details }, onlyIf).returning({
        id: auditLog.id,
      }),
    },
    mailCommentReporters(db, which, reporterEmail(ctx, status, input.note), now),
    ...changes,
    decideCommentReports(db, which, {
      ...{ status, decidedBy: actor.id, decidedAt: now, decisionNote: input.note },
    }),
    forgetEmptied(db, id),
  ])
  if (recorded.length === 0) throw new AppError('conflict', 'This comment has already been decided.')
  ctx.defer(kickMail(ctx))
}

interface Decision {
  onlyIf: Condition
  action: string
  changes: Step[]
}

function removal(ctx: UserContext, id: number, { reason = 'other', note }: DecideComment): Decision {
  const { actor, db, now } = ctx
  return {
    onlyIf: whereCommentRemovable(id),
    action: 'comment.remove',
    changes: [
      mailCommentAuthor(db, id, authorEmail(ctx, reason, note), { by: actor.id, now }),
      removeCommentByStaff(db, id, { by: actor.id, reason }),
    ],
  }
}

function keeping({ db }: UserContext, id: number): Decision {
  return { onlyIf: whereCommentInQueue(id), action: 'comment.keep', changes: [releaseComment(db, id)] }
}
