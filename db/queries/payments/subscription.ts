import { and, asc, desc, eq, gt, lte, notExists, sql } from 'drizzle-orm'
import type { Plan } from '#contract/values/payments/prices'
import type { Db } from '../../client'
import { claims, mailOutbox, payments, subscriptions, users } from '../../schema'
import { whereBanned } from '../shared/account-standing'
import { whereMailWanted } from '../shared/mail'

export function subscriptionOf(db: Db, userId: number) {
  return db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
}

/** Tells whether an account wants the reminder before its premium ends. */
export function reminderWanted(db: Db, userId: number) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), whereMailWanted('users', 'premium')))
}

/** Returns payments newest first, after the last row of the page before. */
export function paymentsOfUser(db: Db, userId: number, atMost: number, after?: { at: number; id: string }) {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        after && sql`(${payments.providerCreatedAt}, ${payments.id}) < (${after.at}, ${after.id})`,
      ),
    )
    .orderBy(desc(payments.providerCreatedAt), desc(payments.id))
    .limit(atMost)
}

/** Returns a payment, only for its owner. */
export function paymentOfUser(db: Db, userId: number, paymentId: string) {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.userId, userId)))
}

/** Newest first. */
export function claimsOfUser(db: Db, userId: number, atMost: number) {
  return db
    .select()
    .from(claims)
    .where(eq(claims.userId, userId))
    .orderBy(desc(claims.createdAt))
    .limit(atMost)
}

/** Cancels or resumes the reminders of a running term; an ended one has none to cancel. */
export function setCancelled(db: Db, userId: number, cancelled: boolean, now: number) {
  return db
    .update(subscriptions)
    .set({ cancelled, updatedAt: now })
    .where(and(eq(subscriptions.userId, userId), gt(subscriptions.premiumUntil, now)))
    .returning({ userId: subscriptions.userId })
}

/**
 * Returns running terms of a plan that end by then, soonest first, except those whose email is queued.
 * `mailKeyStart` is the prefix of the email's key, before account and end.
 */
export function endingTerms(
  db: Db,
  plan: Plan,
  { now, until }: { now: number; until: number },
  mailKeyStart: string,
  atMost: number,
) {
  const key = sql`${mailKeyStart} || ${subscriptions.userId} || ':' || ${subscriptions.premiumUntil}`
  const mailed = db.select({ one: sql`1` }).from(mailOutbox).where(eq(mailOutbox.dedupeKey, key))
  return db
    .select({
      userId: subscriptions.userId,
      username: users.username,
      recipient: users.email,
      until: subscriptions.premiumUntil,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        eq(subscriptions.plan, plan),
        gt(subscriptions.premiumUntil, now),
        lte(subscriptions.premiumUntil, until),
        eq(subscriptions.cancelled, false),
        // Banned members can neither buy again nor turn reminders off.
        sql`not ${whereBanned('users', now)}`,
        sql`${users.deleteAt} is null`,
        whereMailWanted('users', 'premium'),
        notExists(mailed),
      ),
    )
    .orderBy(asc(subscriptions.premiumUntil))
    .limit(atMost)
}
