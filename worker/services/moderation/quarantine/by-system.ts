import { type SQL, sql } from 'drizzle-orm'
import { type Condition, condition } from '../../../../db/conditions'
import { whereInQuarantine } from '../../../../db/queries/moderation/blocked-hashes'
import { insertReport, whereReportReceived } from '../../../../db/queries/moderation/reports'
import {
  type FileHashes,
  whereAwaitingReading,
  whereBlocked,
  whereUnread,
} from '../../../../db/queries/moderation/screening'
import {
  whereQuarantinable,
  whereRemovable,
  whereRemovalInForce,
} from '../../../../db/queries/moderation/takedown'
import { systemReporter } from '../../../../db/queries/videos/holds'
import type { ServiceContext } from '../../context'
import { reportCode } from '../reports'
import { quarantineVideo } from './quarantine'

/**
 * For a file that was just read: its video goes into quarantine when the file is blocked. Answers the statements for a
 * batch, before the one that keeps the hashes: a file is judged once, so that what was decided about it stays decided.
 */
export function quarantineIfBlocked(ctx: ServiceContext, videoId: number, key: string, hashes: FileHashes) {
  return quarantineBySystem(
    ctx,
    videoId,
    equalsRemoved,
    condition(sql`${whereUnread(videoId, key)} and ${whereBlocked(hashes)}`),
  )
}

/**
 * For a source that was just read: whoever sends again what is in quarantine doesn't escape it, and what is kept there
 * although its file is blocked isn't let go of by somebody who doesn't know it. Answers the statements for a batch, before
 * the one that makes the video ready.
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

/** For a video of which a file that was read before equals one of a video that is removed now. */
export function quarantineAsAlike(ctx: ServiceContext, videoId: number, removalId: number) {
  return quarantineBySystem(ctx, videoId, equalsRemoved, whereRemovalInForce(removalId))
}

const foundEqual =
  'A file of this video equals one that was removed or is in quarantine: the report says which.'
const equalsRemoved = 'A file of this video equals one that was removed from the site.'
const equalsQuarantined = 'The file of this video equals one of another video, which is in quarantine.'

/** A report in the system's own name says why, to whoever decides. */
function quarantineBySystem(ctx: ServiceContext, videoId: number, details: string | SQL, onlyIf: Condition) {
  const { db, now } = ctx
  const code = reportCode()
  const row = {
    ...{ code, videoId, reporterId: null, reporterKey: systemReporter, email: null, createdAt: now },
    ...{ reason: 'other' as const, details, seconds: null },
  }
  return [
    insertReport(db, row, condition(sql`${whereRemovable(videoId)} and ${onlyIf}`)),
    ...quarantineVideo(ctx, videoId, foundEqual, whereReportReceived(code)),
  ] as const
}
