import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { giftEvents, premiumGifts, users } from '../../schema'
import type { EventRow } from './entitlements'

export type GiftRow = typeof premiumGifts.$inferSelect

export function insertGift(db: Db, gift: Omit<GiftRow, 'revokedAt' | 'revokeReason'>, onlyIf: Condition) {
  return insertFrom(db, premiumGifts, gift, sql`where ${onlyIf}`)
}

/** Writes a gift's event in place of a payment's. */
export function insertGiftEvent(
  db: Db,
  { userId, seq, kind, source, days, at }: EventRow,
): BatchItem<'sqlite'> {
  const isGrant = kind === 'grant'
  return db
    .insert(giftEvents)
    .values({ userId, seq, kind: isGrant ? 'grant' : 'revoke', giftId: source, days, at })
}

/** Holds while the account got no gift since this time: a form sent twice gives once. */
export function whereNoGiftSince(userId: number, givenBy: number, since: number): Condition {
  return condition(sql`not exists (select 1 from premium_gifts given where given.user_id = ${userId}
    and given.at > ${since} and given.given_by = ${givenBy} and given.revoked_at is null)`)
}

export function giftById(db: Db, id: string) {
  return db.select().from(premiumGifts).where(eq(premiumGifts.id, id))
}

/** Only the first time. */
export function markGiftRevoked(db: Db, id: string, now: number, reason: string, onlyIf: Condition) {
  return db
    .update(premiumGifts)
    .set({ revokedAt: now, revokeReason: reason })
    .where(and(eq(premiumGifts.id, id), isNull(premiumGifts.revokedAt), onlyIf))
}

/** Newest first. */
export function giftsOfUser(db: Db, userId: number, atMost: number) {
  return db
    .select()
    .from(premiumGifts)
    .where(eq(premiumGifts.userId, userId))
    .orderBy(desc(premiumGifts.at))
    .limit(atMost)
}

const giver = alias(users, 'giver')

function shown(db: Db) {
  return db
    .select({
      gift: premiumGifts,
      username: sql<string>`${users.username}`.as('member_name'),
      givenBy: sql<string>`coalesce(${giver.username}, '')`.as('giver_name'),
    })
    .from(premiumGifts)
    .innerJoin(users, eq(users.id, premiumGifts.userId))
    .leftJoin(giver, eq(giver.id, premiumGifts.givenBy))
}

export type ShownGift = Awaited<ReturnType<typeof shownGiftsOf>>[number]

/** Newest first. */
export function shownGiftsOf(db: Db, userId: number, atMost: number) {
  return shown(db).where(eq(premiumGifts.userId, userId)).orderBy(desc(premiumGifts.at)).limit(atMost)
}

/** Returns all gifts, newest first, after the last row of the page before. */
export function giftsPage(db: Db, atMost: number, after?: { at: number; id: string }) {
  return shown(db)
    .where(after && sql`(${premiumGifts.at}, ${premiumGifts.id}) < (${after.at}, ${after.id})`)
    .orderBy(desc(premiumGifts.at), desc(premiumGifts.id))
    .limit(atMost)
}
