import type { OwnClaim, OwnPayment } from '#contract/schemas/payments/payments'
import { formatAmount } from '#contract/values/payments/amounts'
import type { SubscriptionStatus } from '#contract/values/payments/payments'
import type { OrderRow } from '#db/queries/payments/orders'
import type { PaymentRow } from '#db/queries/payments/payments'
import type { claims, subscriptions } from '#db/schema'
import { isoTime } from '../../shared/time'
import type { Term } from '../entitlements/fold'

type SubscriptionRow = typeof subscriptions.$inferSelect

/**
 * Returns the status. A running term counts regardless of other payments; only without one does it tell the
 * cause.
 */
export function statusOf(row: SubscriptionRow | undefined, now: number): SubscriptionStatus {
  if (!row) return 'none'
  if (row.premiumUntil > now) return row.cancelled ? 'ending' : 'active'
  return row.state === 'running' ? 'expired' : row.state
}

export function ownPayment(row: PaymentRow, term: Term | undefined): OwnPayment {
  return {
    id: row.id,
    at: isoTime(row.providerCreatedAt),
    plan: row.plan,
    provider: row.provider,
    method: row.method,
    currency: row.currency,
    amountMinor: row.amountMinor,
    amountText: formatAmount(row),
    refundedMinor: row.refundedMinor,
    status: row.status,
    from: term ? isoTime(term.from) : null,
    until: term ? isoTime(term.until) : null,
  }
}

/**
 * Returns an order that the buyer has approved and the provider hasn't finished: not a payment, and no
 * receipt, yet.
 */
export function processingPayment(order: OrderRow): OwnPayment {
  const { id, createdAt, plan, provider, currency, amountMinor } = order
  return {
    id,
    at: isoTime(createdAt),
    plan,
    provider,
    method: provider,
    currency,
    amountMinor,
    amountText: formatAmount({ currency, amountMinor, amountAtomic: null }),
    refundedMinor: 0,
    status: 'pending',
    from: null,
    until: null,
  }
}

export function ownClaim(row: typeof claims.$inferSelect): OwnClaim {
  return {
    id: row.id,
    at: isoTime(row.createdAt),
    method: row.method,
    plan: row.plan,
    coin: row.coin,
    reference: row.ref.slice(-4),
    status: row.status,
    note: row.status === 'rejected' ? row.reviewNote : null,
  }
}
