import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Plan } from '../../../contract/values/payments/prices'
import type { Step } from '../../batch-named'
import type { Db } from '../../client'
import { followedBy } from '../../followed-by'
import { insertFrom } from '../../insert-from'
import { batchAssert, entitlementEvents, payments, subscriptions } from '../../schema'

const eventColumns = {
  userId: entitlementEvents.userId,
  seq: entitlementEvents.seq,
  kind: entitlementEvents.kind,
  paymentId: entitlementEvents.paymentId,
  cause: entitlementEvents.cause,
  days: entitlementEvents.days,
  at: entitlementEvents.at,
  plan: payments.plan,
}

/** Returns all events of an account's entitlement, oldest first. */
export function eventsOf(db: Db, userId: number) {
  return db
    .select(eventColumns)
    .from(entitlementEvents)
    .innerJoin(payments, eq(payments.id, entitlementEvents.paymentId))
    .where(eq(entitlementEvents.userId, userId))
    .orderBy(asc(entitlementEvents.seq))
}

export type EventRow = Awaited<ReturnType<typeof eventsOf>>[number]

/** Returns the events of accounts from one ID up to, but excluding, another. */
export function eventsBetween(db: Db, fromUser: number, toUser: number) {
  return db
    .select(eventColumns)
    .from(entitlementEvents)
    .innerJoin(payments, eq(payments.id, entitlementEvents.paymentId))
    .where(and(gte(entitlementEvents.userId, fromUser), lt(entitlementEvents.userId, toUser)))
    .orderBy(asc(entitlementEvents.userId), asc(entitlementEvents.seq))
}

/** Returns the grant of a payment. */
export function grantOf(db: Db, paymentId: string) {
  return db
    .select({ userId: entitlementEvents.userId })
    .from(entitlementEvents)
    .where(and(eq(entitlementEvents.paymentId, paymentId), eq(entitlementEvents.kind, 'grant')))
}

export function insertEvent(db: Db, event: typeof entitlementEvents.$inferInsert) {
  return db.insert(entitlementEvents).values(event)
}

interface ReadModel {
  premiumUntil: number
  plan: Plan | null
  state: 'running' | 'suspended' | 'revoked'
}

/**
 * Writes the sum of the events up to `lastSeq`, unless there is a newer event, whose writer knows better. A
 * new term undoes an earlier cancellation.
 */
export function writeSubscription(
  db: Db,
  userId: number,
  { premiumUntil, plan, state }: ReadModel,
  lastSeq: number,
  now: number,
  isNewTerm: boolean,
) {
  const newest = sql`(select coalesce(max(${entitlementEvents.seq}), 0) from ${entitlementEvents} where ${entitlementEvents.userId} = ${userId})`
  return insertFrom(
    db,
    subscriptions,
    { userId, premiumUntil, plan, state, updatedAt: now },
    sql`where ${newest} = ${lastSeq}`,
  ).onConflictDoUpdate({
    target: subscriptions.userId,
    set: {
      premiumUntil,
      plan,
      state,
      updatedAt: now,
      ...(isNewTerm && { cancelled: false }),
    },
  })
}

/** Returns a change that makes its batch fail and roll back unless it changes exactly one row. */
export function insistOnChange<const Change extends Step>(db: Db, change: Change) {
  return followedBy(change, ({ changes }) =>
    insertFrom(db, batchAssert, { ok: sql`case when ${changes} = 1 then 1 end` }, sql`where true`),
  )
}

export function clearAsserts(db: Db) {
  return db.delete(batchAssert)
}

export function subscriptionsBetween(db: Db, fromUser: number, toUser: number) {
  return db
    .select()
    .from(subscriptions)
    .where(and(gte(subscriptions.userId, fromUser), lt(subscriptions.userId, toUser)))
}

export function highestSubscriber(db: Db) {
  return db
    .select({ userId: sql<number>`coalesce(max(${subscriptions.userId}), 0)`.as('user_id') })
    .from(subscriptions)
}

/** Returns whether the database itself still refuses a grant without a captured payment. */
export function grantGuard(db: Db) {
  return db
    .select({ name: sql<string>`name`.as('name') })
    .from(sql`sqlite_master`)
    .where(sql`type = 'trigger' and name = 'entitlement_events_only_verified'`)
}
