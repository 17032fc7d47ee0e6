import { and, eq, inArray, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { Plan } from '#contract/values/payments/prices'
import type { Step } from '../../batch-named'
import type { Db } from '../../client'
import { followedBy } from '../../followed-by'
import { insertFrom } from '../../insert-from'
import {
  batchAssert,
  entitlementEvents,
  giftCodeEvents,
  giftEvents,
  payments,
  subscriptions,
} from '../../schema'
import { type IdSlice, idsOf } from '../shared/id-slices'

export interface EventRow {
  userId: number
  seq: number
  kind: 'grant' | 'revoke' | 'hold' | 'release'
  /** ID of the payment or gift, or hash of the gift code: all are random, so they never clash. */
  source: string
  cause: string
  days: number
  at: number
  /** Null for a gift or a gift code. */
  plan: Plan | null
}

const ofPayments = {
  userId: sql<number>`${entitlementEvents.userId}`.as('event_user'),
  seq: sql<number>`${entitlementEvents.seq}`.as('event_seq'),
  kind: sql<EventRow['kind']>`${entitlementEvents.kind}`.as('event_kind'),
  source: sql<string>`${entitlementEvents.paymentId}`.as('source'),
  cause: sql<string>`${entitlementEvents.cause}`.as('event_cause'),
  days: sql<number>`${entitlementEvents.days}`.as('event_days'),
  at: sql<number>`${entitlementEvents.at}`.as('event_at'),
  plan: sql<Plan | null>`${payments.plan}`.as('event_plan'),
}
const ofGifts: typeof ofPayments = {
  userId: sql<number>`${giftEvents.userId}`.as('event_user'),
  seq: sql<number>`${giftEvents.seq}`.as('event_seq'),
  kind: sql<EventRow['kind']>`${giftEvents.kind}`.as('event_kind'),
  source: sql<string>`${giftEvents.giftId}`.as('source'),
  cause: sql<string>`'gift'`.as('event_cause'),
  days: sql<number>`${giftEvents.days}`.as('event_days'),
  at: sql<number>`${giftEvents.at}`.as('event_at'),
  plan: sql<Plan | null>`null`.as('event_plan'),
}

const ofCodes: typeof ofPayments = {
  userId: sql<number>`${giftCodeEvents.userId}`.as('event_user'),
  seq: sql<number>`${giftCodeEvents.seq}`.as('event_seq'),
  kind: sql<EventRow['kind']>`'grant'`.as('event_kind'),
  source: sql<string>`${giftCodeEvents.hash}`.as('source'),
  cause: sql<string>`'code'`.as('event_cause'),
  days: sql<number>`${giftCodeEvents.days}`.as('event_days'),
  at: sql<number>`${giftCodeEvents.at}`.as('event_at'),
  plan: sql<Plan | null>`null`.as('event_plan'),
}

/** Returns all events of an account's entitlement, from payments, gifts and gift codes, oldest first. */
export function eventsOf(db: Db, userId: number) {
  return unionAll(
    db
      .select(ofPayments)
      .from(entitlementEvents)
      .innerJoin(payments, eq(payments.id, entitlementEvents.paymentId))
      .where(eq(entitlementEvents.userId, userId)),
    db.select(ofGifts).from(giftEvents).where(eq(giftEvents.userId, userId)),
    db.select(ofCodes).from(giftCodeEvents).where(eq(giftCodeEvents.userId, userId)),
  ).orderBy(sql.raw('event_seq'))
}

/** Returns the events of the subscribers of a slice. */
export function eventsOfSlice(db: Db, slice: IdSlice) {
  const accounts = idsOf(slice, subscriptions.userId)
  return unionAll(
    db
      .select(ofPayments)
      .from(entitlementEvents)
      .innerJoin(payments, eq(payments.id, entitlementEvents.paymentId))
      .where(inArray(entitlementEvents.userId, accounts)),
    db.select(ofGifts).from(giftEvents).where(inArray(giftEvents.userId, accounts)),
    db.select(ofCodes).from(giftCodeEvents).where(inArray(giftCodeEvents.userId, accounts)),
  ).orderBy(sql.raw('event_user'), sql.raw('event_seq'))
}

/** Returns the grant of a payment. */
export function grantOf(db: Db, paymentId: string) {
  return db
    .select({ userId: entitlementEvents.userId })
    .from(entitlementEvents)
    .where(and(eq(entitlementEvents.paymentId, paymentId), eq(entitlementEvents.kind, 'grant')))
}

export function insertEvent(db: Db, { source, plan, ...event }: EventRow): BatchItem<'sqlite'> {
  return db.insert(entitlementEvents).values({ ...event, paymentId: source })
}

interface ReadModel {
  premiumUntil: number
  plan: Plan | null
  state: 'running' | 'suspended' | 'revoked'
}

/**
 * Writes the result of the events up to `lastSeq`, unless there is a newer event, whose writer knows better.
 * A new term undoes an earlier cancellation.
 */
export function writeSubscription(
  db: Db,
  userId: number,
  { premiumUntil, plan, state }: ReadModel,
  lastSeq: number,
  now: number,
  isNewTerm: boolean,
) {
  const newest = sql`max(
    (select coalesce(max(${entitlementEvents.seq}), 0) from ${entitlementEvents} where ${entitlementEvents.userId} = ${userId}),
    (select coalesce(max(${giftEvents.seq}), 0) from ${giftEvents} where ${giftEvents.userId} = ${userId}),
    (select coalesce(max(${giftCodeEvents.seq}), 0) from ${giftCodeEvents} where ${giftCodeEvents.userId} = ${userId}))`
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

/** Returns a change that makes its batch fail and roll back unless it affects exactly one row. */
export function insistOnChange<const Change extends Step>(db: Db, change: Change) {
  return followedBy(change, ({ changes }) =>
    insertFrom(db, batchAssert, { ok: sql`case when ${changes} = 1 then 1 end` }, sql`where true`),
  )
}

export function clearAsserts(db: Db) {
  return db.delete(batchAssert)
}

export function subscriptionsOfSlice(db: Db, slice: IdSlice) {
  return db
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.userId, idsOf(slice, subscriptions.userId)))
}

/** Returns a row if the database itself still refuses a grant without a captured payment. */
export function grantGuard(db: Db) {
  return db
    .select({ name: sql<string>`name`.as('name') })
    .from(sql`sqlite_master`)
    .where(sql`type = 'trigger' and name = 'entitlement_events_only_verified'`)
}
