import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../client'
import { entitlementEvents, paymentRefs, payments, payOrders } from '../../schema'

// Our own records of a payment that is claimed.

/** Returns a provider's payments recorded under a reference of any kind. */
export function paymentsByReference(db: Db, provider: 'razorpay', ref: string) {
  return db
    .selectDistinct({ providerPaymentId: payments.providerPaymentId })
    .from(paymentRefs)
    .innerJoin(payments, eq(payments.id, paymentRefs.paymentId))
    .where(and(eq(paymentRefs.ref, ref), eq(payments.provider, provider)))
}

/** Returns accounts with a grant for payments recorded under any of these references. */
export function grantedUnder(db: Db, refs: string[]) {
  return db
    .selectDistinct({ userId: entitlementEvents.userId })
    .from(paymentRefs)
    .innerJoin(
      entitlementEvents,
      and(eq(entitlementEvents.paymentId, paymentRefs.paymentId), eq(entitlementEvents.kind, 'grant')),
    )
    .where(inArray(paymentRefs.ref, refs))
}

/** Returns the account with the grant for a provider's payment. */
export function grantedFor(db: Db, provider: 'razorpay', providerPaymentId: string) {
  return db
    .select({ userId: entitlementEvents.userId })
    .from(payments)
    .innerJoin(
      entitlementEvents,
      and(eq(entitlementEvents.paymentId, payments.id), eq(entitlementEvents.kind, 'grant')),
    )
    .where(and(eq(payments.provider, provider), eq(payments.providerPaymentId, providerPaymentId)))
}

/** Returns the account of an order, by the provider's order ID. */
export function orderOwner(db: Db, provider: 'razorpay', providerOrderId: string) {
  return db
    .select({ userId: payOrders.userId })
    .from(payOrders)
    .where(and(eq(payOrders.provider, provider), eq(payOrders.providerOrderId, providerOrderId)))
}
