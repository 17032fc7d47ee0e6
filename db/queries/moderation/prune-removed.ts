import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { removals, videos } from '../../schema'

// Deletes removed videos when the retention of their files ends.

/** Returns removed videos whose retention is over and about which no one awaits a decision. */
export function removalsKeptLongEnough(db: Db, now: number, atMost: number) {
  return db
    .select({ id: removals.id, videoId: removals.videoId })
    .from(removals)
    .where(and(lte(removals.preserveUntil, now), whereUndisputed))
    .orderBy(asc(removals.preserveUntil))
    .limit(atMost)
}

/** The appeal against the original's removal decides on a copy too. */
const whereUndisputed = condition(
  sql.raw(`files_deleted_at is null and restored_at is null and appeal_status is not 'open'
  and not exists (select 1 from removals root
    where root.id = removals.copy_of and root.appeal_status = 'open' and root.restored_at is null)
  and not exists (select 1 from reports r where r.video_id = removals.video_id and r.status = 'open')
  and not exists (select 1 from removal_requests r where r.video_id = removals.video_id and r.status = 'open')`),
)

/** Holds while a removal's files may be deleted at that time. */
export function whereFilesDeletable(removalId: number, now: number): Condition {
  return condition(
    sql`exists (select 1 from removals where id = ${removalId} and preserve_until <= ${now} and ${whereUndisputed})`,
  )
}

export function deleteRemovedVideo(db: Db, videoId: number, onlyIf: Condition) {
  return db.delete(videos).where(and(eq(videos.id, videoId), eq(videos.hold, 'removed'), onlyIf))
}

export function markFilesDeleted(db: Db, removalId: number, now: number, onlyIf: Condition) {
  return db
    .update(removals)
    .set({ filesDeletedAt: now })
    .where(and(eq(removals.id, removalId), onlyIf))
}
