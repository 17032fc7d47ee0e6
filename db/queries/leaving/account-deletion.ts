import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { sessions, users, videos, whereShownToOwner } from '../../schema'
import { holdLeft } from '../moderation/takedown'
import { whereBanned, whereLeaving } from '../shared/account-standing'
import { indexedBy } from '../shared/index-hints'

// Deletion of an account while it can still be cancelled.

/** Holds while an account may leave: it isn't leaving yet, and isn't the last administrator or site owner. */
export function whereAbleToLeave(userId: number, now: number): Condition {
  return condition(sql`exists (select 1 from users leaver where leaver.id = ${userId} and not ${whereLeaving('leaver')}
    and (leaver.is_admin = 0 or exists (select 1 from users other where other.is_admin = 1
      and (leaver.staff is not 'owner' or other.staff = 'owner')
      and other.id <> leaver.id and not ${whereLeaving('other')} and not ${whereBanned('other', now)})))`)
}

/**
 * Schedules an account's deletion and ends its sessions. Comes last in the batch, since it invalidates the
 * caller's session.
 */
export function setLeaving(db: Db, userId: number, deleteAt: number, onlyIf: Condition) {
  return db
    .update(users)
    .set({ deleteAt, tokenVersion: sql`${users.tokenVersion} + 1` })
    .where(and(eq(users.id, userId), onlyIf))
    .returning({ id: users.id })
}

export function deleteSessionsOf(db: Db, userId: number, onlyIf: Condition) {
  return db.delete(sessions).where(and(eq(sessions.userId, userId), onlyIf))
}

/** Cancels an account's deletion. Returns no row once erasing has begun. */
export function clearLeaving(db: Db, userId: number) {
  return db
    .update(users)
    .set({ deleteAt: null })
    .where(and(eq(users.id, userId), sql`deleting_at is null`))
    .returning({ id: users.id })
}

/**
 * Returns, in SQL, the IDs of those videos that should be held for their leaving owner's deletion and aren't
 * yet.
 */
export function awaitingDeletion(videoIds: readonly number[]): SQL {
  return sql`select v.id from videos v join users owner on owner.id = v.user_id
    where v.id in (select value from json_each(${JSON.stringify(videoIds)})) and v.hold is null
      and ${whereLeaving('owner')}`
}

export function holdForDeletion(db: Db, awaiting: SQL) {
  return db
    .update(videos)
    .set({ hold: 'deletion', revision: sql`${videos.revision} + 1` })
    .where(sql`${videos.id} in (${awaiting})`)
}

/**
 * Returns videos of leaving accounts without a hold: added while the account was leaving, or missed by a
 * request that died.
 */
export function videosLeftByLeavers(db: Db, atMost: number) {
  const leavers = sql`(select id from users indexed by users_delete where delete_at is not null)`
  return db
    .select({ id: sql<number>`${videos.id}`.as('id') })
    .from(indexedBy(videos, 'videos_owner'))
    .where(and(whereShownToOwner, sql`${videos.userId} in ${leavers}`, sql`hold is null`))
    .limit(atMost)
}

/**
 * Releases videos whose owner stays. Their revision stays too, since media URLs were signed only for staff.
 */
export function releaseFromDeletion(db: Db, userId: number, now: number, atMost: number) {
  const held = sql`(select held.id from videos held indexed by videos_held
    where held.hold = 'deletion' and held.trashed_at is null and held.user_id = ${userId} limit ${atMost})`
  const stays = sql`exists (select 1 from users owner where owner.id = ${userId} and not ${whereLeaving('owner')})`
  return db
    .update(videos)
    .set({ hold: holdLeft(now) })
    .where(sql`${videos.id} in ${held} and ${stays}`)
    .returning({ id: videos.id })
}

/**
 * Returns accounts that stay although their videos are still held, since the request of their sign-in died.
 */
export function returnedWithoutVideos(db: Db, atMost: number) {
  return db
    .selectDistinct({ id: sql<number>`held.user_id`.as('id') })
    .from(sql`videos held indexed by videos_held cross join users owner on owner.id = held.user_id`)
    .where(sql`held.hold = 'deletion' and not ${whereLeaving('owner')}`)
    .limit(atMost)
}
