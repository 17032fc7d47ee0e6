import type { PaymentOptions } from '#contract/schemas/payments/payments'
import { claimMethods, coins, type PaymentMethod } from '#contract/values/payments/payments'
import { newestTermsVersion } from '#db/queries/payments/orders'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'
import { isTurnedOff, offersFor } from './offers'
import { isSelling } from './selling'
import { readSetUp, takesMoney } from './set-up'

/**
 * Returns the methods that are offered where the request comes from, and the data that the widget needs to pay
 * by them. Contains no secrets. While nothing is sold, only references of payments already made are taken.
 */
export async function paymentOptions(
  ctx: ServiceContext,
  selling: Promise<boolean> = isSelling(ctx),
): Promise<PaymentOptions> {
  const [version, setUp, sells] = await Promise.all([termsVersion(ctx), readSetUp(ctx), selling])
  const here = offersFor(ctx, ctx.settings)
  const offers = sells ? here : []
  const has = (method: PaymentMethod) => offers.some((offer) => offer.method === method)
  // Leaves out methods of other countries, by which few of the members here can have paid.
  const isOff = (method: PaymentMethod) =>
    isTurnedOff(ctx, method) || (!sells && here.some((offer) => offer.method === method))
  const mayHavePaid = ctx.actor.kind === 'user'
  const late = claimMethods.filter((method) => mayHavePaid && takesMoney(setUp, method) && isOff(method))
  const shown = <Method extends PaymentMethod>(method: Method) => (has(method) ? setUp[method] : null)
  return {
    now: isoTime(ctx.now),
    termsVersion: version,
    offers,
    late,
    coins: coins.filter(
      (coin) => (has('crypto') || late.includes('crypto')) && setUp.crypto?.addresses[coin],
    ),
    card: shown('card'),
    wallet: shown('wallet'),
    // Netbanking opens the bank's page through it.
    checkout: shown('checkout') ?? (has('netbanking') ? setUp.checkout : null),
    upi: shown('upi'),
    netbanking: shown('netbanking'),
    bitcoin: shown('bitcoin'),
    crypto: shown('crypto'),
  }
}

/** Returns the version of the terms in force, which an order or claim records as agreed to. */
export async function termsVersion(ctx: ServiceContext): Promise<number> {
  const [row] = await newestTermsVersion(ctx.db)
  return row?.version ?? 0
}
