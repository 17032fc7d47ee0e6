import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import { insertFrom } from '../../insert-from'
import { emailChanges, users } from '../../schema'

export interface EmailWish {
  email: string
  emailCanonical: string
  expiresAt: number
}

/** Records a requested address; replaces an earlier request and its confirmations. */
export function wishForEmail(db: Db, accounts: Condition, { email, emailCanonical, expiresAt }: EmailWish) {
  return insertFrom(
    db,
    emailChanges,
    { userId: sql`id`, email, emailCanonical, expiresAt },
    sql`from users where ${accounts}`,
  ).onConflictDoUpdate({
    target: emailChanges.userId,
    set: {
      email: sql`excluded.email`,
      emailCanonical: sql`excluded.email_canonical`,
      oldConfirmedAt: null,
      newConfirmedAt: null,
      expiresAt: sql`excluded.expires_at`,
    },
  })
}

/** Holds while no account has this address. */
export function whereAddressFree(emailCanonical: string): Condition {
  return condition(
    sql`not exists (select 1 from users taken where taken.email_canonical = ${emailCanonical})`,
  )
}

/** Holds while no other account has the requested address. */
function whereWishFree(userId: number): Condition {
  return condition(sql`exists (select 1 from email_changes c where c.user_id = ${userId} and not exists
    (select 1 from users taken where taken.email_canonical = c.email_canonical and taken.id <> c.user_id))`)
}

/**
 * Holds while this side's link works. A new account with the address voids both links, except the old
 * address's before the new one confirms, since its failure would reveal that an account exists.
 */
export function whereWishOpen(userId: number, side: 'old' | 'new'): Condition {
  const unheard = sql`exists (select 1 from email_changes c where c.user_id = ${userId} and c.new_confirmed_at is null)`
  return side === 'old' ? condition(sql`(${whereWishFree(userId)} or ${unheard})`) : whereWishFree(userId)
}

export function confirmWish(db: Db, userId: number, side: 'old' | 'new', now: number, onlyIf: Condition) {
  return db
    .update(emailChanges)
    .set(side === 'old' ? { oldConfirmedAt: now } : { newConfirmedAt: now })
    .where(and(eq(emailChanges.userId, userId), onlyIf))
    .returning({ userId: emailChanges.userId })
}

/** Holds once both addresses have confirmed a change that is still possible. */
export function whereWishConfirmed(userId: number): Condition {
  return condition(sql`(exists (select 1 from email_changes c where c.user_id = ${userId}
    and c.old_confirmed_at is not null and c.new_confirmed_at is not null) and ${whereWishFree(userId)})`)
}

/** Makes the requested address the account's own, verified by its confirmation. */
export function applyWish(db: Db, userId: number, now: number, onlyIf: Condition) {
  const wanted = (column: 'email' | 'email_canonical') =>
    sql`(select c.${sql.raw(column)} from email_changes c where c.user_id = ${userId})`
  return db
    .update(users)
    .set({ email: wanted('email'), emailCanonical: wanted('email_canonical'), emailVerifiedAt: now })
    .where(and(eq(users.id, userId), onlyIf))
    .returning({ id: users.id })
}

export function deleteEmailChange(db: Db, userId: number, onlyIf: Condition) {
  return db.delete(emailChanges).where(and(eq(emailChanges.userId, userId), onlyIf))
}

export function deleteLateEmailChanges(db: Db, now: number, atMost: number) {
  const late = db
    .select({ userId: emailChanges.userId })
    .from(emailChanges)
    .where(lte(emailChanges.expiresAt, now))
    .limit(atMost)
  return db.delete(emailChanges).where(inArray(emailChanges.userId, late))
}
