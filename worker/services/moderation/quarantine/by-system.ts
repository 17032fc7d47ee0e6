import { type SQL, sql } from 'drizzle-orm'
import { type Condition, condition } from '#db/conditions'
import { whereInQuarantine } from '#db/queries/moderation/blocked-hashes'
import { insertReport, whereReportReceived } from '#db/queries/moderation/reports'
import {
  type FileHashes,
  whereAwaitingReading,
  whereBlocked,
  whereUnread,
} from '#db/queries/moderation/screening'
import { whereQuarantinable, whereRemovable, whereRemovalInForce } from '#db/queries/moderation/takedown'
import { systemReporter } from '#db/queries/videos/holds'
import type { ServiceContext } from '../../context'
import { reportCode } from '../reports/code'
import { quarantineVideo } from './quarantine'

/**
 * Quarantines the video of a file that was just hashed when the file is blocked. Returns statements for a
 * batch, to run before the statement that stores the hashes: a file is judged once, so that later decisions
 * about it hold.
 */
export function quarantineIfBlocked(ctx: ServiceContext, videoId: number, key: string, hashes: FileHashes) {
  return quarantineBySystem(
    ctx,
    videoId,
    equalsRemoved,
    condition(sql`${whereUnread(videoId, key)} and ${whereBlocked(hashes)}`),
  )
}

/** Quarantines the video of a derived file that can't be read, as no one knows what it shows. */
export function quarantineUnreadable(ctx: ServiceContext, videoId: number, key: string) {
  return quarantineBySystem(ctx, videoId, cannotBeRead, whereUnread(videoId, key))
}

/**
 * Quarantines the video of a source that was just hashed when it equals one in quarantine, so that uploading
 * it again is no way out. A blocked source of a video kept as evidence is reported too, so that no one
 * releases it unaware.
 *
 * Returns statements for a batch, to run before the statement that makes the video ready.
 */
export function quarantineSource(ctx: ServiceContext, videoId: number, key: string, hashes: FileHashes) {
  const evidence = sql`not ${whereQuarantinable(videoId)}`
  const suspect = sql`case when ${whereBlocked(hashes)} then ${evidence} else ${whereInQuarantine(videoId, hashes)} end`
  const why = sql`case when ${whereBlocked(hashes)} then ${equalsRemoved} else ${equalsQuarantined} end`
  return quarantineBySystem(
    ctx,
    videoId,
    why,
    condition(sql`${whereAwaitingReading(videoId, key)} and ${suspect}`),
  )
}

/** Quarantines a video with an already hashed file that equals one of a video being removed. */
export function quarantineAsAlike(ctx: ServiceContext, videoId: number, removalId: number) {
  return quarantineBySystem(ctx, videoId, equalsRemoved, whereRemovalInForce(removalId))
}

const foundEqual =
  "One of this video's files is identical to one that was removed or is in quarantine, or can't be read. The report says which."
const cannotBeRead = "One of this video's files is damaged, so it can't be compared with removed ones."
const equalsRemoved = "One of this video's files is identical to one that was removed from the site."
const equalsQuarantined = "This video's file is identical to one in another video, which is in quarantine."

/** Files a report in the system's own name, which gives reviewers the reason. */
function quarantineBySystem(ctx: ServiceContext, videoId: number, details: string | SQL, onlyIf: Condition) {
  const { db, now } = ctx
  const code = reportCode()
  const row = {
    code,
    videoId,
    reporterId: null,
    reporterKey: systemReporter,
    network: null,
    email: null,
    createdAt: now,
    reason: 'other' as const,
    details,
    seconds: null,
  }
  return [
    insertReport(db, row, condition(sql`${whereRemovable(videoId)} and ${onlyIf}`)),
    ...quarantineVideo(ctx, videoId, foundEqual, whereReportReceived(code)),
  ] as const
}
