import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { allOf, always, type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { passkeys } from '../../schema'

export type PasskeyRow = typeof passkeys.$inferSelect

export function passkeyById(db: Db, id: string) {
  return db.select().from(passkeys).where(eq(passkeys.id, id))
}

/** Oldest first. */
export function passkeysOf(db: Db, userId: number) {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

/** Inserts nothing when the account has `atMost` passkeys already, or this one is registered. */
export function insertPasskey(
  db: Db,
  passkey: Omit<PasskeyRow, 'usedAt'>,
  atMost: number,
  onlyIf: Condition,
) {
  const few = sql`(select count(*) from passkeys where user_id = ${passkey.userId}) < ${atMost}`
  return insertFrom(db, passkeys, passkey, sql`where ${few} and ${onlyIf}`)
    .onConflictDoNothing({ target: passkeys.id })
    .returning()
}

/**
 * Records a use. Changes nothing if the passkey is gone or was used in the meantime: the counter of a copied
 * passkey doesn't rise.
 */
export function noteUse(db: Db, passkey: PasskeyRow, counter: number, now: number, onlyIf = always) {
  return db
    .update(passkeys)
    .set({ counter, usedAt: now })
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter), onlyIf))
    .returning({ id: passkeys.id })
}

export function renamePasskey(db: Db, userId: number, id: string, name: string) {
  return db.update(passkeys).set({ name }).where(whereOwn(userId, id)).returning()
}

export function deletePasskey(db: Db, userId: number, id: string) {
  return db.delete(passkeys).where(whereOwn(userId, id)).returning({ name: passkeys.name })
}

export function deletePasskeysOf(db: Db, userId: number, onlyIf: Condition) {
  return db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), onlyIf))
    .returning({ id: passkeys.id })
}

export function wherePasskeysLeft(userId: number): Condition {
  return condition(sql`exists (select 1 from passkeys where user_id = ${userId})`)
}

function whereOwn(userId: number, id: string): Condition {
  return allOf(eq(passkeys.id, id), eq(passkeys.userId, userId))
}
