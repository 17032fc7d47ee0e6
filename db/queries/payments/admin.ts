import { and, asc, desc, eq, exists, inArray, isNull, like, lt, notInArray, or, sql } from 'drizzle-orm'
import { type PaymentStatus, paymentProviders } from '#contract/values/payments/payments'
import type { Db } from '../../client'
import { type Condition, condition } from '../../conditions'
import {
  auditLog,
  disputes,
  entitlementEvents,
  ledger,
  paymentAlerts,
  paymentRefs,
  payments,
  payOrders,
  users,
} from '../../schema'

function shown(db: Db) {
  const ofPayment = and(eq(entitlementEvents.paymentId, payments.id), eq(entitlementEvents.kind, 'grant'))
  const grant = db.select({ one: sql`1` }).from(entitlementEvents).where(ofPayment)
  return db
    .select({
      payment: payments,
      username: users.username,
      granted: sql`${exists(grant)}`.mapWith(Boolean).as('granted'),
    })
    .from(payments)
    .leftJoin(users, eq(users.id, payments.userId))
}

export type ShownPayment = Awaited<ReturnType<typeof shownPayment>>[number]

export function shownPayment(db: Db, id: string) {
  return shown(db).where(eq(payments.id, id))
}

export interface PaymentFilter {
  status?: PaymentStatus | undefined
  /** Payments of this account, or with one of these IDs. */
  named?: { userId: number | undefined; paymentIds: string[] } | undefined
  isAscending?: boolean
  /** The last row of the page before. */
  after?: { at: number; id: string } | undefined
}

/** Returns payments by date. */
export function listPayments(db: Db, { status, named, isAscending, after }: PaymentFilter, atMost: number) {
  const { providerCreatedAt, id } = payments
  const beyond = sql.raw(isAscending ? '>' : '<')
  const order = isAscending ? asc : desc
  const names = named && [
    named.userId === undefined ? undefined : eq(payments.userId, named.userId),
    named.paymentIds.length === 0 ? undefined : inArray(payments.id, named.paymentIds),
  ]
  // A named account has few payments; the plus keeps SQLite from reading all payments of the status instead.
  const ofStatus = names ? sql`+${payments.status} = ${status}` : sql`${payments.status} = ${status}`
  return shown(db)
    .where(
      and(
        names && or(...names),
        status && ofStatus,
        after && sql`(${providerCreatedAt}, ${id}) ${beyond} (${after.at}, ${after.id})`,
      ),
    )
    .orderBy(order(providerCreatedAt), order(id))
    .limit(atMost)
}

/** Returns payments whose own ID, provider's ID or order's ID is this text. */
export function paymentsNamed(db: Db, text: string, atMost: number) {
  const anyProvider = [...paymentProviders]
  const orders = db
    .select({ id: payOrders.id })
    .from(payOrders)
    .where(
      or(
        eq(payOrders.id, text),
        and(inArray(payOrders.provider, anyProvider), eq(payOrders.providerOrderId, text)),
      ),
    )
  return db
    .select({ id: payments.id })
    .from(payments)
    .where(
      or(
        eq(payments.id, text),
        and(inArray(payments.provider, anyProvider), eq(payments.providerPaymentId, text)),
        inArray(payments.orderId, orders),
      ),
    )
    .limit(atMost)
}

/** Returns payments with one of these references. */
export function paymentsReferredTo(db: Db, references: string[], atMost: number) {
  return db
    .select({ id: paymentRefs.paymentId })
    .from(paymentRefs)
    .where(inArray(paymentRefs.ref, references))
    .limit(atMost)
}

export function orderOf(db: Db, paymentId: string) {
  const order = db.select({ id: payments.orderId }).from(payments).where(eq(payments.id, paymentId))
  return db.select().from(payOrders).where(inArray(payOrders.id, order))
}

/** Returns an account's newest orders that aren't paid. */
export function unpaidOrders(db: Db, userId: number, atMost: number) {
  const { id, createdAt, provider, plan, currency, amountMinor, status, lastError } = payOrders
  return db
    .select({ id, at: createdAt, provider, plan, currency, amountMinor, status, lastError })
    .from(payOrders)
    .where(and(eq(payOrders.userId, userId), notInArray(status, ['paid', 'refunded'])))
    .orderBy(desc(createdAt))
    .limit(atMost)
}

export function referencesOf(db: Db, paymentId: string) {
  return db
    .select({ kind: paymentRefs.kind, value: paymentRefs.ref })
    .from(paymentRefs)
    .where(eq(paymentRefs.paymentId, paymentId))
}

export function entitlementOf(db: Db, paymentId: string) {
  return db
    .select()
    .from(entitlementEvents)
    .where(eq(entitlementEvents.paymentId, paymentId))
    .orderBy(asc(entitlementEvents.seq))
}

export function ledgerOf(db: Db, paymentId: string) {
  return db.select().from(ledger).where(eq(ledger.paymentId, paymentId)).orderBy(asc(ledger.id))
}

export function disputesOf(db: Db, paymentId: string) {
  return db.select().from(disputes).where(eq(disputes.paymentId, paymentId))
}

/**
 * Returns staff's acts on a payment, with their names, including the approval of the claim for which it was
 * granted.
 */
export function auditOf(db: Db, paymentId: string) {
  const claim = db
    .select({ id: sql`substr(${entitlementEvents.cause}, 7)`.as('id') })
    .from(entitlementEvents)
    .where(
      and(
        eq(entitlementEvents.paymentId, paymentId),
        eq(entitlementEvents.kind, 'grant'),
        like(entitlementEvents.cause, 'claim:%'),
      ),
    )
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      action: auditLog.action,
      reason: auditLog.reason,
      username: users.username,
      /** For a refund: the amount, and the key of the request to the provider. */
      amountMinor: sql<number | null>`json_extract(${auditLog.details}, '$.amountMinor')`.as('amount_minor'),
      key: sql<string | null>`json_extract(${auditLog.details}, '$.key')`.as('key'),
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      or(
        and(eq(auditLog.subject, 'payment'), eq(auditLog.subjectId, paymentId)),
        and(eq(auditLog.subject, 'claim'), inArray(auditLog.subjectId, claim)),
      ),
    )
    .orderBy(asc(auditLog.id))
}

/** Holds while nothing has been recorded about a payment since this entry, or ever if there is none. */
export function wherePaymentUntouched(paymentId: string, since: number): Condition {
  return condition(
    sql`not exists (select 1 from ${auditLog} where ${auditLog.subject} = 'payment' and ${auditLog.subjectId} = ${paymentId}
      and ${auditLog.id} > ${since})`,
  )
}

/** Newest first. */
export function openAlerts(db: Db, atMost: number, after?: number) {
  return db
    .select()
    .from(paymentAlerts)
    .where(
      and(isNull(paymentAlerts.resolvedAt), after === undefined ? undefined : lt(paymentAlerts.id, after)),
    )
    .orderBy(desc(paymentAlerts.id))
    .limit(atMost)
}

export function alertById(db: Db, id: number) {
  return db.select().from(paymentAlerts).where(eq(paymentAlerts.id, id))
}

/** Holds while an alert is open: for its resolution and the audit entry. */
export function whereAlertOpen(id: number): Condition {
  return condition(
    sql`exists (select 1 from ${paymentAlerts} where ${paymentAlerts.id} = ${id} and ${paymentAlerts.resolvedAt} is null)`,
  )
}

export function resolveAlert(db: Db, id: number, by: number, now: number) {
  return db
    .update(paymentAlerts)
    .set({ resolvedAt: now, resolvedBy: by })
    .where(and(eq(paymentAlerts.id, id), isNull(paymentAlerts.resolvedAt)))
}
