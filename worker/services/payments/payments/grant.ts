import type { BatchItem } from 'drizzle-orm/batch'
import { formatAmount } from '../../../../contract/values/payments/amounts'
import { type Plan, periodDays } from '../../../../contract/values/payments/prices'
import { accountOf } from '../../../../db/queries/accounts/users'
import { eventsOf, grantOf, insistOnChange } from '../../../../db/queries/payments/entitlements'
import { markOrderPaid, orderById } from '../../../../db/queries/payments/orders'
import {
  type PaymentRow,
  paymentById,
  standingDisputes,
  takeOwnerless,
} from '../../../../db/queries/payments/payments'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { receiptMail } from '../payment-mail'
import { append, isLostRace, triesAtMost } from './append'

export interface Grant {
  payment: PaymentRow
  userId: number
  plan: Plan
  /** `settle`, or the claim by which it was found. */
  cause: string
  /** Joins the batch, so that it happens with the grant or not at all. */
  also?: BatchItem<'sqlite'>[]
}

/**
 * The one way to premium. Adds the term of a verified, captured payment to an account, once however often and by however
 * many it is asked for: `already` is the same account's earlier grant, `refused` a payment that isn't this account's,
 * isn't captured (any longer), is disputed, or whose account is gone.
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
    // A hold or a revocation needs a grant to stand against, and nobody had this payment when its dispute was told of.
    if (!payment || !account || dispute || !isGrantable(payment, grant.userId)) return 'refused'
    // What was ordered is what is given, also after the price book has changed.
    const days = order?.periodDays ?? periodDays[grant.plan]
    const event = {
      userId: grant.userId,
      kind: 'grant',
      paymentId: payment.id,
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
      until: after.premiumUntil,
    })
    const take =
      payment.userId === null
        ? insistOnChange(db, takeOwnerless(db, payment.id, grant.userId, grant.plan))
        : []
    const paid = order ? [markOrderPaid(db, order.id)] : []
    const [first, ...rest] = [...take, ...statements, ...paid, receipt, ...(grant.also ?? [])]
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

/** The trigger of the table holds the same; this says it without an error. */
function isGrantable(payment: PaymentRow, userId: number): boolean {
  const isCaptured = payment.status === 'captured' || payment.status === 'partially_refunded'
  return isCaptured && payment.verifiedBy !== null && (payment.userId === null || payment.userId === userId)
}
