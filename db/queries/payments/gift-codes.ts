import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { giftCodeBatches, giftCodeEvents, giftCodes, users } from '../../schema'
import { whereBanned, whereLeaving } from '../shared/account-standing'
import type { EventRow } from './entitlements'

export type GiftCodeBatchRow = typeof giftCodeBatches.$inferSelect

export function insertGiftCodeBatch(
  db: Db,
  batch: Omit<GiftCodeBatchRow, 'redeemed' | 'revokedAt' | 'revokeReason'>,
  onlyIf: Condition,
) {
  return insertFrom(db, giftCodeBatches, batch, sql`where ${onlyIf}`)
}

export function insertGiftCodes(db: Db, batchId: string, hashes: readonly string[]) {
  return insertFrom(
    db,
    giftCodes,
    { hash: sql`value`, batchId },
    sql`from json_each(${JSON.stringify(hashes)}) where true`,
  )
}

export function giftCodeBatchNamed(db: Db, name: string) {
  return db.select({ id: giftCodeBatches.id }).from(giftCodeBatches).where(eq(giftCodeBatches.name, name))
}

function shown(db: Db) {
  return db
    .select({
      batch: giftCodeBatches,
      madeBy: sql<string>`coalesce(${users.username}, '')`.as('made_by_name'),
    })
    .from(giftCodeBatches)
    .leftJoin(users, eq(users.id, giftCodeBatches.madeBy))
}

export type ShownGiftCodeBatch = Awaited<ReturnType<typeof giftCodeBatchById>>[number]

export function giftCodeBatchById(db: Db, id: string) {
  return shown(db).where(eq(giftCodeBatches.id, id))
}

/** Returns batches, newest first, after the last row of the page before. */
export function giftCodeBatchesPage(db: Db, atMost: number, after?: { at: number; id: string }) {
  return shown(db)
    .where(after && sql`(${giftCodeBatches.at}, ${giftCodeBatches.id}) < (${after.at}, ${after.id})`)
    .orderBy(desc(giftCodeBatches.at), desc(giftCodeBatches.id))
    .limit(atMost)
}

/** Marks a batch as revoked, unless it already is. */
export function markGiftCodesRevoked(db: Db, id: string, now: number, reason: string, onlyIf: Condition) {
  return db
    .update(giftCodeBatches)
    .set({ revokedAt: now, revokeReason: reason })
    .where(and(eq(giftCodeBatches.id, id), isNull(giftCodeBatches.revokedAt), onlyIf))
}

/** Returns a code with its batch. */
export function giftCodeByHash(db: Db, hash: string) {
  return db
    .select({ code: giftCodes, batch: giftCodeBatches })
    .from(giftCodes)
    .innerJoin(giftCodeBatches, eq(giftCodeBatches.id, giftCodes.batchId))
    .where(eq(giftCodes.hash, hash))
}

/** Returns the account that redeemed a code. */
export function redeemerOf(db: Db, hash: string) {
  return db
    .select({ id: users.id, username: users.username })
    .from(giftCodes)
    .innerJoin(users, eq(users.id, giftCodes.redeemedBy))
    .where(eq(giftCodes.hash, hash))
}

/** Marks a code as redeemed, if no one has redeemed it, its batch is in force and the account may act. */
export function markRedeemed(db: Db, hash: string, userId: number, now: number) {
  const inForce =
    condition(sql`exists (select 1 from gift_code_batches batch where batch.id = ${giftCodes.batchId}
    and batch.revoked_at is null and (batch.expires_at is null or batch.expires_at > ${now}))`)
  const staying = condition(sql`exists (select 1 from users redeemer where redeemer.id = ${userId}
    and not ${whereBanned('redeemer', now)} and not ${whereLeaving('redeemer')})`)
  return db
    .update(giftCodes)
    .set({ redeemedBy: userId, redeemedAt: now })
    .where(and(eq(giftCodes.hash, hash), isNull(giftCodes.redeemedAt), inForce, staying))
}

/** Writes a code's grant in place of a payment's. */
export function insertGiftCodeEvent(
  db: Db,
  { userId, seq, source, days, at }: EventRow,
): BatchItem<'sqlite'> {
  return db.insert(giftCodeEvents).values({ userId, seq, hash: source, days, at })
}
