import type { Receipt } from '#contract/schemas/payments/payments'
import { unpaidStatuses } from '#contract/values/payments/payments'
import { membershipName } from '#contract/values/payments/prices'
import { formatMoney } from '#contract/values/shared/money'
import { eventsOf } from '#db/queries/payments/entitlements'
import { paymentOfUser } from '#db/queries/payments/subscription'
import { notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { fold } from '../entitlements/fold'
import { ownPayment } from './view'

/**
 * Returns the receipt of one of the account's payments that brought in money, even if it was refunded later.
 */
export async function getReceipt(ctx: UserContext, paymentId: string): Promise<Receipt> {
  const { db, actor, settings, config } = ctx
  const [[payment], events] = await db.batch([paymentOfUser(db, actor.id, paymentId), eventsOf(db, actor.id)])
  if (!payment || unpaidStatuses.includes(payment.status)) throw notFound('The receipt')
  const { plan, refundedMinor, currency } = payment
  const term = fold(events).terms.find((each) => each.source === payment.id)
  return {
    ...ownPayment(payment, term),
    siteName: settings.siteName,
    siteUrl: config.siteOrigin,
    contactEmail: settings.contactEmail,
    username: actor.username,
    email: actor.email,
    description: plan && membershipName(plan),
    orderId: payment.orderId,
    providerPaymentId: payment.providerPaymentId,
    refundedText: refundedMinor > 0 ? formatMoney(refundedMinor, currency) : null,
  }
}
