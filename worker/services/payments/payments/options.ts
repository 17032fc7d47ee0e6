import type { PaymentOptions } from '../../../../contract/schemas/payments/payments'
import { newestTermsVersion } from '../../../../db/queries/payments/orders'
import type { PayPalConfig } from '../../../integrations/payments/config'
import type { ServiceContext } from '../../context'
import { isGuarded, processorOf } from './processors'

/** What can be paid with here, and what the widget needs to show it. Names no secret. */
export async function paymentOptions(ctx: ServiceContext): Promise<PaymentOptions> {
  const [version, guarded] = await Promise.all([termsVersion(ctx), isGuarded(ctx)])
  const none = { wallet: null, checkout: null, upi: null, netbanking: null, crypto: null }
  if (!guarded) return { termsVersion: version, ...none }
  const { paypal, razorpay, upi, chain } = ctx.config.payments
  return {
    termsVersion: version,
    wallet: paypal && processorOf(ctx, 'paypal') ? { scriptUrl: walletScript(paypal) } : null,
    checkout: razorpay && processorOf(ctx, 'razorpay') ? { scriptUrl: razorpay.script } : null,
    upi,
    // Whose records a bank's reference is looked up in.
    netbanking: razorpay ? {} : null,
    crypto: chain ? { paused: !ctx.settings.cryptoPaymentsEnabled, addresses: chain.addresses } : null,
  }
}

/** Of the terms in force: what an order or a claim records as agreed to. */
export async function termsVersion(ctx: ServiceContext): Promise<number> {
  const [row] = await newestTermsVersion(ctx.db)
  return row?.version ?? 0
}

function walletScript({ script, clientId }: PayPalConfig): string {
  const query = { 'client-id': clientId, currency: 'USD', intent: 'capture', components: 'buttons' }
  return `${script}?${new URLSearchParams(query)}`
}
