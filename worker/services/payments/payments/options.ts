import type { PaymentOptions } from '../../../../contract/schemas/payments/payments'
import { newestTermsVersion } from '../../../../db/queries/payments/orders'
import type { PayPalConfig } from '../../../integrations/payments/paypal/config'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'
import { isGuarded, processorIdFor } from './processors'

/** Returns the available payment methods and the data that the widget needs. Contains no secrets. */
export async function paymentOptions(ctx: ServiceContext): Promise<PaymentOptions> {
  const [version, guarded] = await Promise.all([termsVersion(ctx), isGuarded(ctx)])
  const none = {
    ...{ card: null, wallet: null, checkout: null, upi: null, netbanking: null },
    ...{ bitcoin: null, crypto: null },
  }
  const said = { now: isoTime(ctx.now), termsVersion: version }
  if (!guarded) return { ...said, ...none }
  const { paypal, razorpay, upi, chain, cardDescriptor: descriptor } = ctx.config.payments
  return {
    ...said,
    card: descriptor && processorIdFor(ctx, 'card') ? { descriptor } : null,
    wallet: paypal && { scriptUrl: walletScript(paypal) },
    checkout: razorpay && { scriptUrl: razorpay.script },
    upi,
    // Bank references are looked up in this processor's records.
    netbanking: razorpay ? {} : null,
    bitcoin: processorIdFor(ctx, 'bitcoin') && {},
    crypto: chain ? { paused: !ctx.settings.cryptoPaymentsEnabled, addresses: chain.addresses } : null,
  }
}

/** Returns the version of the terms in force, which an order or claim records as agreed to. */
export async function termsVersion(ctx: ServiceContext): Promise<number> {
  const [row] = await newestTermsVersion(ctx.db)
  return row?.version ?? 0
}

function walletScript({ script, clientId }: PayPalConfig): string {
  const query = { 'client-id': clientId, currency: 'USD', intent: 'capture', components: 'buttons' }
  return `${script}?${new URLSearchParams(query)}`
}
