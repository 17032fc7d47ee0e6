import { sql } from 'drizzle-orm'
import { type ReportReason, reasonNames } from '#contract/values/moderation/reasons'
import { always, type Condition, condition } from '#db/conditions'
import { blockFilesOf } from '#db/queries/moderation/blocked-hashes'
import { withOpenReports } from '#db/queries/moderation/reports'
import {
  holdBefore,
  holdRemoved,
  insertRemoval,
  keepForLonger,
  mailUploader,
  notifyUploader,
  whereRemovable,
} from '#db/queries/moderation/takedown'
import { revokeFilesOf } from '#db/queries/videos/video-files'
import type { ServiceContext } from '../../context'
import { audit } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { enqueueHashDerived } from '../../shared/objects'
import { uploaderEmail } from './emails'

export interface TakeDown {
  videoId: number
  reason: ReportReason
  /** The statement of reasons, for the uploader and the reporters. */
  statement: string
  /** The removal of which this is an identical copy. */
  copyOf?: number
}

/**
 * Takes a video down: hides it from everyone but administrators, keeps its files for authorities and an
 * appeal, blocks its known hashes and emails the uploader the reason. If it was removed already, only its
 * retention grows to that of the graver decision.
 *
 * Returns statements for a batch, including the audit record; defer afterTakeDown when it has run.
 */
export function takeDown(ctx: ServiceContext, removal: TakeDown, onlyIf: Condition = always) {
  const { db, now, actor } = ctx
  const { videoId, reason, statement, copyOf } = removal
  // Holds until the last statement, which makes it false.
  const guard = condition(sql`(${whereRemovable(videoId)} and ${onlyIf})`)
  const row = {
    videoId,
    reason,
    statement,
    copyOf: copyOf ?? null,
    removedAt: now,
    removedBy: actor.kind === 'user' ? actor.id : null,
  }
  const act = { action: 'video.remove', subject: 'video', subjectId: videoId, reason: statement }
  const after = { hold: 'removed', reason, ...(copyOf !== undefined && { copyOf }) }
  // A removal upholds the open reports in the same batch.
  const details = withOpenReports(holdBefore(videoId, after), { videoId })
  return [
    keepForLonger(db, videoId, reason, now, onlyIf),
    revokeFilesOf(db, videoId, now, { onlyIf: guard }),
    insertRemoval(db, row, guard),
    blockFilesOf(db, videoId, now, guard),
    mailUploader(db, videoId, uploaderEmail(ctx, reasonNames[reason], statement), now, guard),
    notifyUploader(db, videoId, now, guard),
    audit(ctx, { ...act, details }, guard),
    holdRemoved(db, videoId, onlyIf),
  ] as const
}

/**
 * Does the work that can follow the response: sends the emails, hashes the derived files and finds copies.
 */
export async function afterTakeDown(ctx: ServiceContext, videoId: number): Promise<void> {
  await Promise.all([kickMail(ctx), enqueueHashDerived(ctx, videoId)])
}
