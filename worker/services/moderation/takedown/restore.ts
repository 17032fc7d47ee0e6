import { sql } from 'drizzle-orm'
import { type Condition, condition } from '../../../../db/conditions'
import {
  liftedWithCase,
  liftHoldOfCase,
  mailOwnersOfCopies,
  markCaseRestored,
  unblockFilesOfCase,
  whereCaseHeld,
  whereRestorable,
} from '../../../../db/queries/moderation/restore'
import { mailAdministrators } from '../../../../db/queries/shared/mail'
import type { ServiceContext } from '../../context'
import { audit, auditEach } from '../../shared/audit'
import { restoredLetter, stillHeldNotice } from './letters'

/** What uploaders of copies read who had appealed by themselves. */
const noteOfCopies = 'The removal of the video that yours equals was taken back, and that of yours with it.'

/**
 * Takes a removal back, and those of the copies that went with it: the videos are as they were, or held by an open grave
 * case of their own or a ban of their uploader, and their files may be uploaded again unless another removal blocks them.
 * Answers the statements for a batch, the act's record and the mails to the uploaders of copies among them; whoever
 * appealed or asked for the removal is mailed by the decision on the appeal. Nothing happens when it was taken back already, or when its files are
 * gone.
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
    mailOwnersOfCopies(db, removalId, restoredLetter(ctx), now, guard),
    audit(ctx, { ...act, details }, guard),
    markCaseRestored(db, removalId, { now, restoredBy, note: noteOfCopies }, guard),
  ] as const
}
