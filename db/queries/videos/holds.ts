import { type SQL, sql } from 'drizzle-orm'
import { graveReasons, type ReportReason } from '#contract/values/moderation/reasons'
import { type Condition, condition } from '../../conditions'
import { ofEvidence } from '../shared/kept-by-case'

/**
 * Holds for a video that isn't evidence: bans and account deletions are weaker reasons for a hold, and
 * lifting them must not lift a quarantine.
 */
export const whereNoEvidence = condition(sql`(hold is null or hold not in (${ofEvidence}))`)

/** Holds for a report or request that hides a video at once. */
export const whereReasonGrave = whereReasonAmong(graveReasons)

export function whereReasonAmong(reasons: readonly ReportReason[]): Condition {
  return condition(sql.raw(`reason in (${reasons.map((reason) => `'${reason}'`).join(', ')})`))
}

/** The reporter named in the site's automatic reports. */
export const systemReporter = 'system'

/** Holds while an open case quarantines the video; `videoId` may be a column, named with its table. */
export function whereHeldByCase(videoId: number | SQL): Condition {
  return whereInGraveCase(videoId, sql`${whereReasonGrave} and hides = 1`)
}

/** Holds while there is an open grave case about the video, whether or not the case hides it. */
export function whereEvidenceInCase(videoId: number | SQL): Condition {
  return whereInGraveCase(videoId, whereReasonGrave)
}

function whereInGraveCase(videoId: number | SQL, grave: SQL): Condition {
  return condition(sql`(exists (select 1 from reports where video_id = ${videoId} and status = 'open'
      and ((${grave}) or reporter_key = ${systemReporter}))
    or exists (select 1 from removal_requests where video_id = ${videoId} and status = 'open' and ${grave}))`)
}
