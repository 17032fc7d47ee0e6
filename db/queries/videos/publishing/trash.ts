import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { type Condition, condition } from '#db/conditions'
import { videos, whereTrashed } from '#db/schema'
import { holdOfAccount } from '../../shared/account-hold'
import { indexedBy } from '../../shared/index-hints'
import { whereEvidenceInCase, whereHeldByCase } from '../holds'

// Videos that their owners deleted, while they can be restored.

/** Holds while a video's owner may delete it: it has no hold, and no grave case needs it as evidence. */
export function whereTrashable(id: number, userId: number): Condition {
  return condition(sql`exists (select 1 from videos v where v.id = ${id} and v.user_id = ${userId}
    and v.hold is null and not ${whereEvidenceInCase(id)})`)
}

/** Hides a video from everyone but staff; in the batch after its URLs are revoked. */
export function trashVideoRow(db: Db, id: number, now: number, onlyIf: Condition) {
  return db
    .update(videos)
    .set({ hold: 'trash', trashedAt: now, revision: sql`${videos.revision} + 1` })
    .where(and(eq(videos.id, id), onlyIf))
    .returning({ id: videos.id })
}

/**
 * Restores a deleted video. If a case that hides it has come up in the meantime, or its owner was banned or
 * is leaving, that holds it. The revision stays, since URLs were signed only for staff.
 */
export function restoreVideoRow(db: Db, id: number, userId: number, now: number) {
  const ofAccount = sql`(select ${holdOfAccount('u', now)} from users u where u.id = ${videos.userId})`
  return db
    .update(videos)
    .set({
      hold: sql`case when ${whereHeldByCase(id)} then 'quarantine' else ${ofAccount} end`,
      trashedAt: null,
    })
    .where(and(eq(videos.id, id), eq(videos.userId, userId), whereTrashed))
    .returning({ id: videos.id })
}

/** Holds while an owner's video has been in the trash since before a time, and no case needs it. */
export function whereDeletableFromTrash(
  { id, userId }: { id: number; userId: number },
  trashedBefore: number,
): Condition {
  return condition(sql`exists (select 1 from videos v where v.id = ${id} and v.user_id = ${userId}
    and v.hold = 'trash' and v.trashed_at <= ${trashedBefore} and not ${whereEvidenceInCase(id)})`)
}

/** Returns videos whose time in the trash is over and that no case needs, the longest waiting first. */
export function videosToPrune(db: Db, trashedBefore: number, atMost: number) {
  return db
    .select({ id: sql<number>`${videos.id}`.as('id'), userId: sql<number>`${videos.userId}`.as('user_id') })
    .from(indexedBy(videos, 'videos_held'))
    .where(and(whereTrashed, lte(videos.trashedAt, trashedBefore), sql`not ${whereEvidenceInCase(idColumn)}`))
    .orderBy(sql`trashed_at`)
    .limit(atMost)
}

const idColumn = sql.raw('"videos"."id"')

/**
 * Returns, in SQL, the new start of a deleted video's time in the trash after a case, during which its owner
 * couldn't restore it.
 */
export function trashedAgain(now: number): SQL {
  return sql`case when ${videos.trashedAt} is not null then ${now} end`
}

/** Returns an owner's video in any state, for the acts on deleted ones. */
export function ownVideoState(db: Db, id: number, userId: number) {
  return db
    .select({ hold: videos.hold })
    .from(videos)
    .where(and(eq(videos.id, id), eq(videos.userId, userId)))
}
