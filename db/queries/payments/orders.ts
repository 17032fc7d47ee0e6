import { and, eq, gte, inArray, isNotNull, lte, ne, notExists, notInArray, type SQL, sql } from 'drizzle-orm'
import type { OrderStatus, PaymentProviderId } from '../../../contract/values/payments/payments'
import { hour, minute } from '../../../contract/values/shared/time'
import type { Db } from '../../client'
import { legalDocuments, payments, payOrders } from '../../schema'

export type OrderRow = typeof payOrders.$inferSelect

export function insertOrder(db: Db, order: typeof payOrders.$inferInsert) {
  return db.insert(payOrders).values(order).returning()
}

export function orderById(db: Db, id: string) {
  return db.select().from(payOrders).where(eq(payOrders.id, id))
}

export function orderByProviderId(db: Db, provider: PaymentProviderId, providerOrderId: string) {
  return db
    .select()
    .from(payOrders)
    .where(and(eq(payOrders.provider, provider), eq(payOrders.providerOrderId, providerOrderId)))
}

/** Of this account alone: somebody else's order is one that doesn't exist. */
export function ownOrder(db: Db, provider: PaymentProviderId, providerOrderId: string, userId: number) {
  return db
    .select()
    .from(payOrders)
    .where(
      and(
        eq(payOrders.provider, provider),
        eq(payOrders.providerOrderId, providerOrderId),
        eq(payOrders.userId, userId),
      ),
    )
}

type Terms = Pick<
  OrderRow,
  'userId' | 'provider' | 'plan' | 'currency' | 'amountMinor' | 'periodDays' | 'termsVersion'
>

/** The same order, whose creation at the provider was never answered. */
export function unansweredOrder(db: Db, terms: Terms, since: number) {
  return db
    .select()
    .from(payOrders)
    .where(
      and(
        eq(payOrders.userId, terms.userId),
        gte(payOrders.createdAt, since),
        eq(payOrders.status, 'created'),
        eq(payOrders.provider, terms.provider),
        eq(payOrders.plan, terms.plan),
        eq(payOrders.currency, terms.currency),
        eq(payOrders.amountMinor, terms.amountMinor),
        eq(payOrders.periodDays, terms.periodDays),
        eq(payOrders.termsVersion, terms.termsVersion),
      ),
    )
    .limit(1)
}

/** The provider's answer to the creation; the first one counts, and nothing is answered to a second. */
export function awaitPayment(db: Db, id: string, providerOrderId: string, nextCheckAt: number) {
  return db
    .update(payOrders)
    .set({ providerOrderId, status: 'awaiting_payment', nextCheckAt, lastError: null })
    .where(and(eq(payOrders.id, id), eq(payOrders.status, 'created')))
    .returning({ providerOrderId: payOrders.providerOrderId })
}

/** What is over stays over: a paid order only becomes a refunded one, whatever late news says. */
const over: OrderStatus[] = ['paid', 'refunded']

export function moveOrder(
  db: Db,
  id: string,
  change: {
    status?: OrderStatus
    captures?: number
    nextCheckAt?: number | null | SQL
    lastError?: string | null
  },
) {
  return db
    .update(payOrders)
    .set(change)
    .where(and(eq(payOrders.id, id), notInArray(payOrders.status, over)))
}

/** In the batch of the grant. */
export function markOrderPaid(db: Db, id: string) {
  return db
    .update(payOrders)
    .set({ status: 'paid', nextCheckAt: null, lastError: null })
    .where(and(eq(payOrders.id, id), ne(payOrders.status, 'refunded')))
}

/** Unless another payment of it still counts. Run it after the payment's own row says so. */
export function markOrderRefunded(db: Db, id: string) {
  const counting = db
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.orderId, id), inArray(payments.status, ['captured', 'partially_refunded'])))
  return db
    .update(payOrders)
    .set({ status: 'refunded', nextCheckAt: null })
    .where(and(eq(payOrders.id, id), notExists(counting)))
}

/** Waits between two looks at an open order: 1, 2, 5, 15 minutes, then hours. */
const wait = sql`case ${payOrders.checks} when 0 then ${minute} when 1 then ${2 * minute} when 2 then ${5 * minute}
  when 3 then ${15 * minute} else ${hour} end`

/**
 * Takes what is due and pushes it ahead, so that a run which dies loses nothing and two runs don't hold the same. A
 * buyer who waits comes before the thousands of abandoned orders that the daily comparison brings up again.
 */
export function takeDueOrders(db: Db, now: number, atMost: number) {
  const due = db
    .select({ id: payOrders.id })
    .from(payOrders)
    .where(lte(payOrders.nextCheckAt, now))
    .orderBy(payOrders.checks, payOrders.nextCheckAt)
    .limit(atMost)
  return db
    .update(payOrders)
    .set({ checks: sql`${payOrders.checks} + 1`, nextCheckAt: sql`${now} + ${wait}` })
    .where(and(inArray(payOrders.id, due), lte(payOrders.nextCheckAt, now)))
    .returning()
}

/** Has the sweep look again at every unpaid order that the provider knows, those given up among them. */
export function recheckOrders(db: Db, since: number, now: number) {
  return db
    .update(payOrders)
    .set({ nextCheckAt: now })
    .where(
      and(
        gte(payOrders.createdAt, since),
        isNotNull(payOrders.providerOrderId),
        notInArray(payOrders.status, [...over, 'review']),
      ),
    )
}

/** Of the terms of use: what an order records as agreed to. */
export function newestTermsVersion(db: Db) {
  return db
    .select({ version: sql<number>`coalesce(max(${legalDocuments.version}), 0)`.as('version') })
    .from(legalDocuments)
    .where(eq(legalDocuments.slug, 'terms'))
}
