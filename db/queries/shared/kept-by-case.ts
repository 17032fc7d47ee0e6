import { type SQL, sql } from 'drizzle-orm'
import { evidenceHolds } from '#contract/values/moderation/safety'
import { type Condition, condition } from '../../conditions'

/** The holds of a video that is evidence, in SQL. */
export const ofEvidence = sql.raw(evidenceHolds.map((hold) => `'${hold}'`).join(', '))

/**
 * Holds while a case keeps a video's records and files: in quarantine, removed, or with an open report or
 * request. `videoId` may be an expression.
 */
export function whereKeptByCase(videoId: SQL): Condition {
  return condition(sql`(exists (select 1 from videos kept where kept.id = ${videoId}
      and (kept.open_reports > 0 or kept.hold in (${ofEvidence})))
    or exists (select 1 from removal_requests q where q.video_id = ${videoId} and q.status = 'open'))`)
}
