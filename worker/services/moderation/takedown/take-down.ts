import { sql } from 'drizzle-orm'
import { type ReportReason, reasonNames } from '../../../../contract/values/moderation/safety'
import { always, type Condition, condition } from '../../../../db/conditions'
import { blockFilesOf } from '../../../../db/queries/moderation/blocked-hashes'
import { withOpenReports } from '../../../../db/queries/moderation/reports'
import {
  holdBefore,
  holdRemoved,
  insertRemoval,
  keepForLonger,
  mailUploader,
  whereRemovable,
} from '../../../../db/queries/moderation/takedown'
import { revokeFilesOf } from '../../../../db/queries/videos/video-files'
import type { ServiceContext } from '../../context'
import { audit } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { enqueueHashMade } from '../../shared/objects'
import { uploadersLetter } from './letters'

export interface TakeDown {
  videoId: number
  reason: ReportReason
  /** The statement of reasons. Its uploader reads it, and so does whoever reported it. */
  statement: string
  /** The removal of which this is an identical copy. */
  copyOf?: number
}

/**
 * Takes a video down: nobody but administrators sees it from now on, its files are kept for the authorities and for an
 * appeal, what is known of their hashes is blocked, and its uploader is mailed why. Answers the statements for a batch,
 * the act's record among them; then defer afterTakeDown. A video that was removed already is left as it is, but its files
 * are kept for as long as the graver of the decisions wants it.
 */
export function takeDown(ctx: ServiceContext, removal: TakeDown, onlyIf: Condition = always) {
  const { db, now, actor } = ctx
  const { videoId, reason, statement, copyOf } = removal
  // Holds until the last statement, which closes the door behind itself.
  const guard = condition(sql`(${whereRemovable(videoId)} and ${onlyIf})`)
  const row = {
    ...{ videoId, reason, statement, copyOf: copyOf ?? null, removedAt: now },
    removedBy: actor.kind === 'user' ? actor.id : null,
  }
  const act = { action: 'video.remove', subject: 'video', subjectId: videoId, reason: statement }
  const after = { hold: 'removed', reason, ...(copyOf !== undefined && { copyOf }) }
  // Whoever removes upholds what is open, in the same batch.
  const details = withOpenReports(holdBefore(videoId, after), { videoId })
  return [
    keepForLonger(db, videoId, reason, now, onlyIf),
    revokeFilesOf(db, videoId, now, { onlyIf: guard }),
    insertRemoval(db, row, guard),
    blockFilesOf(db, videoId, now, guard),
    mailUploader(db, videoId, uploadersLetter(ctx, reasonNames[reason], statement), now, guard),
    audit(ctx, { ...act, details }, guard),
    holdRemoved(db, videoId, onlyIf),
  ] as const
}

/** What may follow behind the answer: the mail, the hashes of what was made from the file, and its copies. */
export async function afterTakeDown(ctx: ServiceContext, videoId: number): Promise<void> {
  await Promise.all([kickMail(ctx), enqueueHashMade(ctx, videoId)])
}
