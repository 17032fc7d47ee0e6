import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { auditLog } from '../../schema'
import type { AdminVideoRow } from '../videos/for-staff'

/** Holds while a video's texts are those that the correction records as the earlier ones. */
export function whereTextsAsRead({ id, title, description, tags, categoryId }: AdminVideoRow): Condition {
  return condition(sql`exists (select 1 from videos v where v.id = ${id} and v.hold is null
    and v.title = ${title} and v.description = ${description} and v.tags = ${JSON.stringify(tags)} and v.category_id = ${categoryId})`)
}

/** Returns the last corrections of a video, newest first. */
export function correctionsOf(db: Db, videoId: number, atMost: number) {
  return db
    .select({ id: auditLog.id, at: auditLog.at, reason: auditLog.reason, details: auditLog.details })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, 'video'),
        eq(auditLog.subjectId, String(videoId)),
        eq(auditLog.action, 'video.correct'),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(atMost)
}
