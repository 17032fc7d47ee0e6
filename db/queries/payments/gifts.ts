import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { alias, unionAll } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { giftCodeBatches, giftCodes, giftEvents, premiumGifts, users } from '../../schema'
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

/** Holds unless this person gave the account a gift since this time: a form sent twice gives only once. */
export function whereNoGiftSince(userId: number, givenBy: number, since: number): Condition {
  return condition(sql`not exists (select 1 from premium_gifts given where given.user_id = ${userId}
    and given.at > ${since} and given.given_by = ${givenBy} and given.revoked_at is null)`)
}

export function giftById(db: Db, id: string) {
  return db.select().from(premiumGifts).where(eq(premiumGifts.id, id))
}

/** Marks a gift as revoked, unless it already is. */
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

const ofStaff = {
  id: sql<string>`${premiumGifts.id}`.as('gift_id'),
  userId: sql<number>`${premiumGifts.userId}`.as('member_id'),
  username: sql<string>`${users.username}`.as('member_name'),
  days: sql<number>`${premiumGifts.days}`.as('gift_days'),
  /** Null for a code. */
  reason: sql<string | null>`${premiumGifts.reason}`.as('gift_reason'),
  /** Name of a code's batch. */
  batch: sql<string | null>`null`.as('batch_name'),
  givenBy: sql<string>`coalesce(${giver.username}, '')`.as('giver_name'),
  at: sql<number>`${premiumGifts.at}`.as('gift_at'),
  revokedAt: sql<number | null>`${premiumGifts.revokedAt}`.as('gift_revoked_at'),
  revokeReason: sql<string | null>`${premiumGifts.revokeReason}`.as('gift_revoke_reason'),
}
const byCode: typeof ofStaff = {
  id: sql<string>`${giftCodes.hash}`.as('gift_id'),
  userId: sql<number>`${giftCodes.redeemedBy}`.as('member_id'),
  username: sql<string>`${users.username}`.as('member_name'),
  days: sql<number>`${giftCodeBatches.days}`.as('gift_days'),
  reason: sql<string | null>`null`.as('gift_reason'),
  batch: sql<string | null>`${giftCodeBatches.name}`.as('batch_name'),
  givenBy: sql<string>`coalesce(${giver.username}, '')`.as('giver_name'),
  at: sql<number>`${giftCodes.redeemedAt}`.as('gift_at'),
  revokedAt: sql<number | null>`null`.as('gift_revoked_at'),
  revokeReason: sql<string | null>`null`.as('gift_revoke_reason'),
}

export type ShownGift = Awaited<ReturnType<typeof shownGifts>>[number]

/**
 * Returns gifts from staff and redeemed codes, newest first. Each kind is read along an index, and the two
 * are merged.
 */
function shownGifts(db: Db, given: SQL | undefined, redeemed: SQL | undefined, atMost: number) {
  return unionAll(
    db
      .select(ofStaff)
      .from(premiumGifts)
      .innerJoin(users, eq(users.id, premiumGifts.userId))
      .leftJoin(giver, eq(giver.id, premiumGifts.givenBy))
      .where(given),
    db
      .select(byCode)
      .from(giftCodes)
      .innerJoin(giftCodeBatches, eq(giftCodeBatches.id, giftCodes.batchId))
      .innerJoin(users, eq(users.id, giftCodes.redeemedBy))
      .leftJoin(giver, eq(giver.id, giftCodeBatches.madeBy))
      .where(redeemed),
  )
    .orderBy(sql.raw('gift_at desc'), sql.raw('gift_id desc'))
    .limit(atMost)
}

export function shownGiftsOf(db: Db, userId: number, atMost: number) {
  return shownGifts(db, eq(premiumGifts.userId, userId), eq(giftCodes.redeemedBy, userId), atMost)
}

/** Returns all gifts and redeemed codes, newest first, after the last row of the page before. */
export function giftsPage(db: Db, atMost: number, after?: { at: number; id: string }) {
  return shownGifts(
    db,
    after && sql`(${premiumGifts.at}, ${premiumGifts.id}) < (${after.at}, ${after.id})`,
    and(
      isNotNull(giftCodes.redeemedAt),
      after && sql`(${giftCodes.redeemedAt}, ${giftCodes.hash}) < (${after.at}, ${after.id})`,
    ),
    atMost,
  )
}

/** Returns the codes that an account redeemed, newest first. */
export function codesOfUser(db: Db, userId: number, atMost: number) {
  return db
    .select({
      id: giftCodes.hash,
      at: sql<number>`${giftCodes.redeemedAt}`.as('redeemed'),
      days: giftCodeBatches.days,
    })
    .from(giftCodes)
    .innerJoin(giftCodeBatches, eq(giftCodeBatches.id, giftCodes.batchId))
    .where(eq(giftCodes.redeemedBy, userId))
    .orderBy(desc(giftCodes.redeemedAt))
    .limit(atMost)
}
