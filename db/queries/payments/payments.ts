import { and, eq, gte, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { PaymentProviderId } from '#contract/values/payments/payments'
import type { Plan } from '#contract/values/payments/prices'
import type { Db } from '../../client'
import { insertFrom } from '../../insert-from'
import { disputes, entitlementEvents, ledger, paymentRefs, payments } from '../../schema'

export type PaymentRow = typeof payments.$inferSelect

/**
 * Mirrors the provider's current record. The status only rises in rank, and order and owner are set once, so
 * that late, repeated and reordered news is harmless.
 */
export function upsertPayment(db: Db, payment: typeof payments.$inferInsert) {
  const rises = sql`excluded.status_rank > ${payments.statusRank}`
  const theirs = sql`(${payments.userId} is null or ${payments.userId} = excluded.user_id)`
  return db
    .insert(payments)
    .values(payment)
    .onConflictDoUpdate({
      target: [payments.provider, payments.providerPaymentId],
      set: {
        orderId: sql`case when ${payments.orderId} is null and ${theirs} then excluded.order_id else ${payments.orderId} end`,
        userId: sql`coalesce(${payments.userId}, excluded.user_id)`,
        plan: sql`coalesce(${payments.plan}, excluded.plan)`,
        refundedMinor: sql`max(${payments.refundedMinor}, excluded.refunded_minor)`,
        status: sql`case when ${rises} then excluded.status else ${payments.status} end`,
        statusRank: sql`max(${payments.statusRank}, excluded.status_rank)`,
        verifiedBy: sql`excluded.verified_by`,
        verifiedAt: sql`excluded.verified_at`,
      },
    })
    .returning()
}

export function paymentById(db: Db, id: string) {
  return db.select().from(payments).where(eq(payments.id, id))
}

export function paymentByProviderId(db: Db, provider: PaymentProviderId, providerPaymentId: string) {
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.providerPaymentId, providerPaymentId)))
}

/**
 * Assigns the payment to an account, if it has none. A grant requires that this changes a row, so a second
 * one fails.
 */
export function claimOwnerless(db: Db, id: string, userId: number, plan: Plan) {
  return db
    .update(payments)
    .set({ userId, plan })
    .where(and(eq(payments.id, id), isNull(payments.userId)))
}

export function insertReference(db: Db, reference: typeof paymentRefs.$inferInsert) {
  return db.insert(paymentRefs).values(reference).onConflictDoNothing()
}

/** Inserts a movement of money once, however often it is reported. */
export function insertMovement(db: Db, movement: Omit<typeof ledger.$inferInsert, 'id'>) {
  return db.insert(ledger).values(movement).onConflictDoNothing()
}

/** Records the return of money after a chargeback; nothing without a chargeback. */
export function insertChargebackWon(db: Db, paymentId: string, disputeId: string, at: number) {
  return insertFrom(
    db,
    ledger,
    {
      paymentId: ledger.paymentId,
      kind: 'chargeback_won',
      currency: ledger.currency,
      amountMinor: sql`-${ledger.amountMinor}`,
      providerRef: ledger.providerRef,
      at,
    },
    sql`from ${ledger} where ${ledger.kind} = 'chargeback' and ${ledger.providerRef} = ${disputeId}
      and ${ledger.paymentId} = ${paymentId}`,
  ).onConflictDoNothing()
}

/** Returns disputes in which the buyer's bank has taken, or may take, a payment's money. */
export function standingDisputes(db: Db, paymentId: string) {
  const deciding = and(eq(disputes.status, 'open'), ne(disputes.stage, 'inquiry'))
  return db
    .select({ disputeId: disputes.disputeId })
    .from(disputes)
    .where(and(eq(disputes.paymentId, paymentId), or(eq(disputes.status, 'lost'), deciding)))
}

export function upsertDispute(db: Db, dispute: typeof disputes.$inferInsert) {
  const { provider, disputeId, ...state } = dispute
  return db
    .insert(disputes)
    .values(dispute)
    .onConflictDoUpdate({ target: [disputes.provider, disputes.disputeId], set: state })
}

/** Returns a provider's payments in a period, each with the account it was granted to. */
export function paymentsBetween(db: Db, provider: PaymentProviderId, since: number, until: number) {
  return db
    .select({
      id: payments.id,
      providerPaymentId: payments.providerPaymentId,
      orderId: payments.orderId,
      status: payments.status,
      currency: payments.currency,
      amountMinor: payments.amountMinor,
      refundedMinor: payments.refundedMinor,
      paidAt: payments.providerCreatedAt,
      grantedTo: entitlementEvents.userId,
      /** The term was revoked or suspended, now or earlier. */
      stopped:
        sql`exists (select 1 from entitlement_events stop where stop.payment_id = ${payments.id} and stop.kind in ('revoke', 'hold'))`
          .mapWith(Boolean)
          .as('stopped'),
    })
    .from(payments)
    .leftJoin(
      entitlementEvents,
      and(eq(entitlementEvents.paymentId, payments.id), eq(entitlementEvents.kind, 'grant')),
    )
    .where(
      and(
        gte(payments.providerCreatedAt, since),
        lt(payments.providerCreatedAt, until),
        eq(payments.provider, provider),
      ),
    )
}
