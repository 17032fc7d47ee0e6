import {
  and,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { OrderStatus, PaymentProviderId } from '#contract/values/payments/payments'
import { hour, minute } from '#contract/values/shared/time'
import type { Db } from '../../client'
import { insertFrom, type RowFrom } from '../../insert-from'
import { legalDocuments, payments, payOrders } from '../../schema'
import { whereStocked } from '../shared/premium-stock'

export type OrderRow = typeof payOrders.$inferSelect

/** Inserts an order; none while there is nothing to sell. */
export function insertOrder(db: Db, order: RowFrom<typeof payOrders>) {
  return insertFrom(db, payOrders, order, sql`where ${whereStocked}`).returning()
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

/**
 * Returns the order of a payment: the one in its row, or the one that a notice named before there was a row.
 */
export function orderOfPayment(db: Db, provider: PaymentProviderId, providerPaymentId: string) {
  const kept = db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.providerPaymentId, providerPaymentId)))
  const bound = and(eq(payOrders.provider, provider), eq(payOrders.providerPaymentHint, providerPaymentId))
  return db
    .select()
    .from(payOrders)
    .where(or(inArray(payOrders.id, kept), bound))
    .limit(1)
}

/**
 * Binds a transaction to an order, unless either is bound already: the first genuine notice counts. Returns
 * the order if it was bound.
 */
export function bindOrder(db: Db, id: string, provider: PaymentProviderId, providerPaymentId: string) {
  const other = alias(payOrders, 'other')
  const taken = db
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.provider, provider), eq(other.providerPaymentHint, providerPaymentId)))
  return db
    .update(payOrders)
    .set({ providerPaymentHint: providerPaymentId })
    .where(and(eq(payOrders.id, id), isNull(payOrders.providerPaymentHint), notExists(taken)))
    .returning()
}

/** Returns only this account's order, by our own ID. */
export function ownOrderById(db: Db, id: string, userId: number) {
  return db
    .select()
    .from(payOrders)
    .where(and(eq(payOrders.id, id), eq(payOrders.userId, userId)))
}

/** Returns an order by the provider's ID, only if it is this account's. */
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

/**
 * Returns the account's orders whose approved payment the provider is still processing and hasn't reported
 * yet.
 */
export function processingOrders(db: Db, userId: number, atMost: number) {
  const paid = db.select({ one: sql`1` }).from(payments).where(eq(payments.orderId, payOrders.id))
  return db
    .select()
    .from(payOrders)
    .where(and(eq(payOrders.userId, userId), eq(payOrders.status, 'capturing'), notExists(paid)))
    .orderBy(desc(payOrders.createdAt))
    .limit(atMost)
}

type Terms = Pick<
  OrderRow,
  'userId' | 'provider' | 'plan' | 'currency' | 'amountMinor' | 'periodDays' | 'termsVersion'
>

/** Returns an order on the same terms that the provider never confirmed creating; none while nothing is sold. */
export function unansweredOrder(db: Db, terms: Terms, since: number) {
  return db
    .select()
    .from(payOrders)
    .where(
      and(
        whereStocked,
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

/** Records the provider's answer to the creation; only the first one takes effect and returns a row. */
export function awaitPayment(db: Db, id: string, providerOrderId: string, nextCheckAt: number) {
  return db
    .update(payOrders)
    .set({ providerOrderId, status: 'awaiting_payment', nextCheckAt, lastError: null })
    .where(and(eq(payOrders.id, id), eq(payOrders.status, 'created')))
    .returning({ providerOrderId: payOrders.providerOrderId })
}

/** Final statuses: a paid order can only become refunded, even if older news arrives late. */
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

/** Marks an order as paid and forgets its video; in the batch of the grant, which counts the sale. */
export function markOrderPaid(db: Db, id: string) {
  return db
    .update(payOrders)
    .set({ status: 'paid', nextCheckAt: null, lastError: null, soldVideoId: null })
    .where(and(eq(payOrders.id, id), ne(payOrders.status, 'refunded')))
}

/**
 * Marks an order as refunded unless another of its payments still counts. Runs after the payment's own row is
 * updated.
 */
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

/** Time between two checks of an open order: 1, 2, 5 and 15 minutes, then an hour. */
const wait = sql`case ${payOrders.checks} when 0 then ${minute} when 1 then ${2 * minute} when 2 then ${5 * minute}
  when 3 then ${15 * minute} else ${hour} end`

/**
 * Returns due orders. Waiting buyers come before the thousands of abandoned orders that the daily comparison
 * revisits.
 */
export function dueOrders(db: Db, now: number, atMost: number) {
  return db
    .select({ id: payOrders.id })
    .from(payOrders)
    .where(lte(payOrders.nextCheckAt, now))
    .orderBy(payOrders.checks, payOrders.nextCheckAt)
    .limit(atMost)
}

/**
 * Leases due orders by postponing them: a run that dies loses nothing, and no two runs hold the same order.
 */
export function leaseDueOrders(db: Db, now: number, atMost: number) {
  const due = dueOrders(db, now, atMost)
  return db
    .update(payOrders)
    .set({ checks: sql`${payOrders.checks} + 1`, nextCheckAt: sql`${now} + ${wait}` })
    .where(and(inArray(payOrders.id, due), lte(payOrders.nextCheckAt, now)))
    .returning()
}

/** Makes every unpaid order that the provider knows due again, including those given up. */
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

/** Returns the version of the terms of use that an order records as agreed to. */
export function newestTermsVersion(db: Db) {
  return db
    .select({ version: sql<number>`coalesce(max(${legalDocuments.version}), 0)`.as('version') })
    .from(legalDocuments)
    .where(eq(legalDocuments.slug, 'terms'))
}
