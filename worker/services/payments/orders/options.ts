import type { PaymentOptions } from '#contract/schemas/payments/payments'
import { claimMethods, coins, type PaymentMethod } from '#contract/values/payments/payments'
import { newestTermsVersion } from '#db/queries/payments/orders'
import type { ProcessorConfigs } from '#processors/adapters'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'
import { isGuarded } from '../processors'
import { isSetUp, isTurnedOff, offersFor } from './offers'
import { isSelling } from './selling'

/**
 * Returns the methods that are offered where the request comes from, and the data that the widget needs to pay
 * by them. Contains no secrets. While nothing is sold, only references of payments already made are taken.
 */
export async function paymentOptions(ctx: ServiceContext): Promise<PaymentOptions> {
  const [version, guarded, sells] = await Promise.all([termsVersion(ctx), isGuarded(ctx), isSelling(ctx)])
  const offers = sells ? offersFor(ctx, ctx.settings) : []
  const has = (method: PaymentMethod) => guarded && offers.some((offer) => offer.method === method)
  const { paypal, razorpay, upi, chain, cardDescriptor: descriptor } = ctx.config.payments
  const mayHavePaid = guarded && ctx.actor.kind === 'user'
  // Leaves out methods of other countries, by which few of the members here can have paid.
  const late = claimMethods.filter(
    (method) => mayHavePaid && isSetUp(ctx, method) && (!sells || isTurnedOff(ctx, method)),
  )
  return {
    now: isoTime(ctx.now),
    termsVersion: version,
    offers,
    late,
    coins: coins.filter((coin) => (has('crypto') || late.includes('crypto')) && chain?.addresses[coin]),
    card: has('card') && descriptor ? { descriptor } : null,
    wallet: has('wallet') && paypal ? { scriptUrl: walletScript(paypal) } : null,
    // Netbanking opens the bank's page through it.
    checkout: (has('checkout') || has('netbanking')) && razorpay ? { scriptUrl: razorpay.script } : null,
    upi: has('upi') ? upi : null,
    netbanking: has('netbanking') && razorpay ? {} : null,
    bitcoin: has('bitcoin') ? {} : null,
    crypto:
      has('crypto') && chain
        ? { paused: !ctx.settings.cryptoPaymentsEnabled, addresses: chain.addresses }
        : null,
  }
}

/** Returns the version of the terms in force, which an order or claim records as agreed to. */
export async function termsVersion(ctx: ServiceContext): Promise<number> {
  const [row] = await newestTermsVersion(ctx.db)
  return row?.version ?? 0
}

function walletScript({ script, clientId }: NonNullable<ProcessorConfigs['paypal']>): string {
  const query = { 'client-id': clientId, currency: 'USD', intent: 'capture', components: 'buttons' }
  return `${script}?${new URLSearchParams(query)}`
}
