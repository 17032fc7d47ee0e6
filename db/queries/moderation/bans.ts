import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import type { Condition } from '../../conditions'
import { users, videos, whereShownToOwner } from '../../schema'
import { whereBanned, whereLeaving } from '../shared/account-standing'
import { indexedBy } from '../shared/index-hints'

export function setBan(
  db: Db,
  userId: number,
  ban: { reason: string; until: number | null },
  onlyIf: Condition,
) {
  return db
    .update(users)
    .set({ banReason: ban.reason, banUntil: ban.until, tokenVersion: sql`${users.tokenVersion} + 1` })
    .where(and(eq(users.id, userId), onlyIf))
    .returning({ id: users.id })
}

/** Ends a ban's term; the reason stays until the account's videos are released. */
export function endBan(db: Db, userId: number, now: number, onlyIf: Condition) {
  return db
    .update(users)
    .set({ banUntil: now })
    .where(and(eq(users.id, userId), onlyIf))
    .returning({ id: users.id })
}

/** Returns bans that are over but not cleaned up yet. */
export function endedBans(db: Db, now: number, atMost: number) {
  return db
    .select({ id: sql<number>`${users.id}`.as('id') })
    .from(indexedBy(users, 'users_ban_ends'))
    .where(and(sql`ban_until is not null`, lte(users.banUntil, now)))
    .orderBy(asc(users.banUntil))
    .limit(atMost)
}

/** Clears the last trace of an ended ban, once no video is held by it. */
export function clearBan(db: Db, userId: number, now: number) {
  return db
    .update(users)
    .set({ banReason: null, banUntil: null })
    .where(and(eq(users.id, userId), lte(users.banUntil, now), sql`not exists ${heldByBan(userId)}`))
}

/** Returns, in SQL, the IDs of those videos that should be held by their owner's ban and aren't yet. */
export function awaitingBan(videoIds: readonly number[], now: number): SQL {
  return sql`select v.id from videos v join users owner on owner.id = v.user_id
    where v.id in (select value from json_each(${JSON.stringify(videoIds)})) and v.hold is null
      and ${whereBanned('owner', now)}`
}

/** Returns the account's videos that a ban should hold. */
export function videosToHold(db: Db, userId: number, atMost: number) {
  return db
    .select({ id: sql<number>`${videos.id}`.as('id') })
    .from(indexedBy(videos, 'videos_owner'))
    .where(and(whereShownToOwner, eq(videos.userId, userId), sql`hold is null`))
    .limit(atMost)
}

/** Returns unheld videos of all banned accounts: added during the ban, or missed by a run that died. */
export function videosLeftByBans(db: Db, now: number, atMost: number) {
  const banned = sql`(select owner.id from users owner indexed by users_banned where ${whereBanned('owner', now)})`
  return db
    .select({ id: sql<number>`${videos.id}`.as('id') })
    .from(indexedBy(videos, 'videos_owner'))
    .where(and(whereShownToOwner, sql`${videos.userId} in ${banned}`, sql`hold is null`))
    .limit(atMost)
}

export function holdForBan(db: Db, awaiting: SQL) {
  return db
    .update(videos)
    .set({ hold: 'ban', revision: sql`${videos.revision} + 1` })
    .where(sql`${videos.id} in (${awaiting})`)
}

/**
 * Releases videos whose owner is no longer banned; if the account is leaving, the hold becomes that of its
 * deletion. Their revision stays, since media URLs were signed only for staff.
 */
export function releaseFromBan(db: Db, userId: number, now: number, atMost: number) {
  const over = sql`not exists (select 1 from users owner where owner.id = ${userId} and ${whereBanned('owner', now)})`
  const hold = sql`(select case when ${whereLeaving('u')} then 'deletion' end from users u where u.id = ${userId})`
  return db
    .update(videos)
    .set({ hold })
    .where(sql`${videos.id} in ${heldByBan(userId, atMost)} and ${over}`)
    .returning({ id: videos.id })
}

function heldByBan(userId: number, atMost = 1): SQL {
  return sql`(select held.id from videos held indexed by videos_held
    where held.hold = 'ban' and held.trashed_at is null and held.user_id = ${userId} limit ${atMost})`
}
