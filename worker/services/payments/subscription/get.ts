import type { Subscription } from '#contract/schemas/payments/payments'
import { pageSize } from '#contract/values/shared/limits'
import { eventsOf } from '#db/queries/payments/entitlements'
import { codesOfUser, giftsOfUser } from '#db/queries/payments/gifts'
import { processingOrders } from '#db/queries/payments/orders'
import {
  claimsOfUser,
  paymentsOfUser,
  reminderWanted,
  subscriptionOf,
} from '#db/queries/payments/subscription'
import type { UserContext } from '../../context'
import { isoTime } from '../../shared/time'
import { fold } from '../entitlements/fold'
import { ownGift } from '../gifts/list'
import { ownClaim, ownPayment, processingPayment, statusOf } from './view'

/** As many as a screen shows; listOwnPayments pages through all of them. */
const paymentsAtMost = pageSize.max
export const claimsAtMost = 20

/** Returns the account's purchases, payments, gifts and open claims. */
export async function getSubscription({ db, actor, now }: UserContext): Promise<Subscription> {
  const [[row], wanted, payments, events, claims, processing, gifts, codes] = await db.batch([
    subscriptionOf(db, actor.id),
    reminderWanted(db, actor.id),
    paymentsOfUser(db, actor.id, paymentsAtMost),
    eventsOf(db, actor.id),
    claimsOfUser(db, actor.id, claimsAtMost),
    processingOrders(db, actor.id, claimsAtMost),
    giftsOfUser(db, actor.id, claimsAtMost),
    codesOfUser(db, actor.id, claimsAtMost),
  ])
  const given = [...gifts, ...codes.map((code) => ({ ...code, reason: null, revokedAt: null }))]
  const terms = new Map(fold(events).terms.map((term) => [term.source, term]))
  return {
    status: statusOf(row, now),
    plan: row?.plan ?? null,
    premiumUntil: row && row.premiumUntil > 0 ? isoTime(row.premiumUntil) : null,
    cancelled: row?.cancelled ?? false,
    reminded: !row?.cancelled && wanted.length > 0,
    payments: [
      ...processing.map(processingPayment),
      ...payments.map((payment) => ownPayment(payment, terms.get(payment.id))),
    ],
    claims: claims.map(ownClaim),
    gifts: given.toSorted((a, b) => b.at - a.at).map((gift) => ownGift(gift, terms.get(gift.id))),
  }
}
