import { sql } from 'drizzle-orm'
import { type Condition, condition } from '#db/conditions'
import {
  liftedWithCase,
  liftHoldOfCase,
  mailOwnersOfCopies,
  markCaseRestored,
  notifyOwnersOfCopies,
  unblockFilesOfCase,
  whereCaseHeld,
  whereRestorable,
} from '#db/queries/moderation/restore'
import { mailAdministrators } from '#db/queries/shared/mail'
import type { ServiceContext } from '../../context'
import { audit, auditEach } from '../../shared/audit'
import { restoredEmail, stillHeldNotice } from './emails'

/** For uploaders of copies who also appealed. */
const noteOfCopies = 'The removal of the video identical to yours was reversed, so yours was restored too.'

/**
 * Reverses a removal and those of its copies. The videos return to their former state, unless an open grave
 * case of their own or a ban of their uploader holds them; their files may be uploaded again, unless another
 * removal blocks them. Does nothing when it was reversed already or the files are gone.
 *
 * Returns statements for a batch, including the audit records and the emails to uploaders of copies. The
 * decision on the appeal emails the appellant and the requester.
 */
export function restore(ctx: ServiceContext, removalId: number, onlyIf: Condition) {
  const { actor, db, now } = ctx
  const restoredBy = actor.kind === 'user' ? actor.id : null
  const guard = condition(sql`(${whereRestorable(removalId)} and ${onlyIf})`)
  const act = { action: 'removal.restore', subject: 'removal', subjectId: removalId }
  const lift = { action: 'video.restore', subject: 'video' }
  const lifted = liftedWithCase(removalId, now, guard)
  const details = { before: { inForce: true }, after: { inForce: false } }
  return [
    mailAdministrators(
      db,
      stillHeldNotice(ctx, removalId),
      now,
      condition(sql`(${guard} and ${whereCaseHeld(removalId)})`),
    ),
    auditEach(ctx, { ...lift, subjectId: lifted.videoId, details: lifted.details }, lifted.rows),
    liftHoldOfCase(db, removalId, now, guard),
    unblockFilesOfCase(db, removalId, guard),
    mailOwnersOfCopies(db, removalId, restoredEmail(ctx), now, guard),
    notifyOwnersOfCopies(db, removalId, now, guard),
    audit(ctx, { ...act, details }, guard),
    markCaseRestored(db, removalId, { now, restoredBy, note: noteOfCopies }, guard),
  ] as const
}
