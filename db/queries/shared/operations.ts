import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { always, type Condition, condition } from '../../conditions'
import { insertFrom, type RowFrom } from '../../insert-from'
import { auditLog, leases, rateWindows, sessions } from '../../schema'

/**
 * Counts a use in the window of `key`, which restarts after it ends; returns the count and the window's end.
 */
export function countUse(db: Db, key: string, now: number, window: number, onlyIf = always) {
  const over = sql`${rateWindows.resetsAt} <= ${now}`
  return insertFrom(db, rateWindows, { key, count: 1, resetsAt: now + window }, sql`where ${onlyIf}`)
    .onConflictDoUpdate({
      target: rateWindows.key,
      set: {
        count: sql`case when ${over} then 1 else ${rateWindows.count} + 1 end`,
        resetsAt: sql`case when ${over} then excluded.resets_at else ${rateWindows.resetsAt} end`,
      },
    })
    .returning({ count: rateWindows.count, resetsAt: rateWindows.resetsAt })
}

/** Holds while the just-counted window of `key` has no more than this many uses. */
export function whereUsesWithin(key: string, atMost: number): Condition {
  return condition(
    sql`exists (select 1 from rate_windows used where used.key = ${key} and used.count <= ${atMost})`,
  )
}

/** Holds while one more use would still be within this limit. */
export function whereUseLeft(key: string, now: number, atMost: number | SQL): Condition {
  return condition(sql`not exists (select 1 from rate_windows used where used.key = ${key}
    and used.resets_at > ${now} and used.count >= ${atMost})`)
}

/** Uncounts one use. */
export function uncountUse(db: Db, key: string) {
  return db
    .update(rateWindows)
    .set({ count: sql`${rateWindows.count} - 1` })
    .where(and(eq(rateWindows.key, key), gt(rateWindows.count, 0)))
}

export function deleteUses(db: Db, keys: string[], onlyIf: Condition) {
  return db.delete(rateWindows).where(and(inArray(rateWindows.key, keys), onlyIf))
}

/** Inserts an audit entry for each row of a select; `rows` is the select from `from` on. */
export function insertAudits(db: Db, entry: RowFrom<typeof auditLog>, rows: SQL) {
  return insertFrom(db, auditLog, entry, rows)
}

/** Takes the lease unless it is held; only the new holder gets a row. */
export function claimLease(db: Db, name: string, now: number, heldUntil: number) {
  return db
    .insert(leases)
    .values({ name, heldUntil })
    .onConflictDoUpdate({ target: leases.name, set: { heldUntil }, setWhere: lte(leases.heldUntil, now) })
    .returning({ heldUntil: leases.heldUntil })
}

/** Renews only the holder's own lease; no row if it expired and another run has taken it. */
export function renewLease(db: Db, name: string, heldUntil: number, until: number) {
  return db
    .update(leases)
    .set({ heldUntil: until })
    .where(and(eq(leases.name, name), eq(leases.heldUntil, heldUntil)))
    .returning({ heldUntil: leases.heldUntil })
}

/** Ends only the holder's own lease: after it expired, another run may have taken it. */
export function endLease(db: Db, name: string, heldUntil: number) {
  return db.delete(leases).where(and(eq(leases.name, name), eq(leases.heldUntil, heldUntil)))
}

export function deleteIdleSessions(db: Db, seenBefore: number, atMost: number) {
  const idle = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(lte(sessions.seenAt, seenBefore))
    .limit(atMost)
  return db.delete(sessions).where(inArray(sessions.id, idle))
}
