import type { BatchItem } from 'drizzle-orm/batch'
import { formatAmount } from '#contract/values/payments/amounts'
import { paymentMethodName } from '#contract/values/payments/method-names'
import { type Plan, periodDays } from '#contract/values/payments/prices'
import { accountOf } from '#db/queries/accounts/users'
import { eventsOf, grantOf, insistOnChange } from '#db/queries/payments/entitlements'
import { markOrderPaid, orderById } from '#db/queries/payments/orders'
import { claimOwnerless, type PaymentRow, paymentById, standingDisputes } from '#db/queries/payments/payments'
import { countSale } from '#db/queries/payments/sales'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { receiptMail } from '../payment-mail/receipt'
import { append, isLostRace, triesAtMost } from './append'

export interface Grant {
  payment: PaymentRow
  userId: number
  plan: Plan
  /** `settle`, or the claim that found it. */
  cause: string
  /** The video that a claim was kept with; an order has its own. */
  soldVideoId?: number | null
  /** Joins the batch, so that it happens with the grant or not at all. */
  also?: BatchItem<'sqlite'>[]
}

/**
 * Grants premium; nothing else does. Adds the term of a verified, captured payment to an account exactly
 * once, however often it is called.
 *
 * `already` is an earlier grant to the same account. `refused` is a payment of another account, one that
 * isn't captured (any longer) or is disputed, or one whose account is gone.
 */
export async function grantPayment(
  ctx: ServiceContext,
  grant: Grant,
): Promise<'granted' | 'already' | 'refused'> {
  const { db } = ctx
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const [[payment], [taken], events, [account], [order], [dispute]] = await db.batch([
      paymentById(db, grant.payment.id),
      grantOf(db, grant.payment.id),
      eventsOf(db, grant.userId),
      accountOf(db, grant.userId),
      orderById(db, grant.payment.orderId ?? ''),
      standingDisputes(db, grant.payment.id),
    ])
    if (taken) return taken.userId === grant.userId ? 'already' : 'refused'
    // A hold or revocation needs a grant to act on, and the payment had no owner when it was disputed.
    if (!payment || !account || dispute || !isGrantable(payment, grant.userId)) return 'refused'
    // The member gets the term that was ordered, even if the price book changed since.
    const days = order?.periodDays ?? periodDays[grant.plan]
    const event = {
      userId: grant.userId,
      kind: 'grant',
      source: payment.id,
      cause: grant.cause,
      days,
    } as const
    const { statements, after } = append(ctx, events, { ...event, plan: grant.plan })
    const receipt = receiptMail(ctx, {
      recipient: account.email,
      username: account.username,
      paymentId: payment.id,
      plan: grant.plan,
      amountText: formatAmount(payment),
      methodText: paymentMethodName(payment),
      until: after.premiumUntil,
    })
    const take =
      payment.userId === null
        ? insistOnChange(db, claimOwnerless(db, payment.id, grant.userId, grant.plan))
        : []
    const paid = order ? [markOrderPaid(db, order.id)] : []
    const videoId = order?.soldVideoId ?? grant.soldVideoId
    const sale = videoId ? [countSale(db, videoId, ctx.now)] : []
    const [first, ...rest] = [...take, ...statements, ...paid, ...sale, receipt, ...(grant.also ?? [])]
    if (!first) throw new Error('A grant has statements')
    try {
      await db.batch([first, ...rest])
    } catch (error) {
      if (isLostRace(error)) continue
      throw error
    }
    ctx.defer(kickMail(ctx))
    return 'granted'
  }
  throw new Error(`The grant of payment ${grant.payment.id} lost every race`)
}

/** Checks the same rule as the table's trigger, but without an error. */
function isGrantable(payment: PaymentRow, userId: number): boolean {
  const isCaptured = payment.status === 'captured' || payment.status === 'partially_refunded'
  return isCaptured && payment.verifiedBy !== null && (payment.userId === null || payment.userId === userId)
}
