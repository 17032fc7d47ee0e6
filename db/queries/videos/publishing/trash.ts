import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { type Condition, condition } from '#db/conditions'
import { videos, whereTrashed } from '#db/schema'
import { holdOfAccount } from '../../shared/account-hold'
import { indexedBy } from '../../shared/index-hints'
import { whereEvidenceInCase, whereHeldByCase } from '../holds'

// Videos that their owner deleted, for as long as they can be restored.

/** Holds while nothing keeps a video's owner from deleting it, and it isn't deleted yet. */
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
 * Restores a deleted video. What came up meanwhile holds it: a case that hides it, or its owner's ban. The
 * revision stays, since URLs were signed for staff alone.
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

/** Returns, in SQL, when a deleted video's time in the trash begins again after a case: its owner couldn't restore it. */
export function trashedAgain(now: number): SQL {
  return sql`case when ${videos.trashedAt} is not null then ${now} end`
}

/** Returns an owner's video in whatever state, for the acts on deleted ones. */
export function ownVideoState(db: Db, id: number, userId: number) {
  return db
    .select({ hold: videos.hold })
    .from(videos)
    .where(and(eq(videos.id, id), eq(videos.userId, userId)))
}
