import type { PaymentOptions } from '#contract/schemas/payments/payments'
import type { PaymentMethod } from '#contract/values/payments/payments'
import type { ProcessorConfigs } from '#processors/adapters'
import type { ServiceContext } from '../../context'
import { isGuarded } from '../processors'

/** What the widget needs to pay by each method; null for one that can't take money here. */
export type SetUp = Pick<PaymentOptions, PaymentMethod>

const nothing: SetUp = {
  card: null,
  wallet: null,
  checkout: null,
  upi: null,
  netbanking: null,
  bitcoin: null,
  crypto: null,
}

/** Returns what each method needs, for all that the server is set up for. Contains no secrets. */
export async function readSetUp(ctx: ServiceContext): Promise<SetUp> {
  if (!(await isGuarded(ctx))) return nothing
  const { paypal, razorpay, upi, chain, cardDescriptor: descriptor } = ctx.config.payments
  return {
    card: descriptor ? { descriptor } : null,
    wallet: paypal ? { scriptUrl: walletScript(paypal) } : null,
    checkout: razorpay ? { scriptUrl: razorpay.script } : null,
    upi,
    // Bank references are looked up in this processor's records.
    netbanking: razorpay ? {} : null,
    // Only offered with its processor.
    bitcoin: {},
    crypto: chain ? { paused: !ctx.settings.cryptoPaymentsEnabled, addresses: chain.addresses } : null,
  }
}

/** Returns whether a method can take money now. */
export function takesMoney(setUp: SetUp, method: PaymentMethod): boolean {
  return setUp[method] !== null && !(method === 'crypto' && setUp.crypto?.paused)
}

function walletScript({ script, clientId }: NonNullable<ProcessorConfigs['paypal']>): string {
  const query = { 'client-id': clientId, currency: 'USD', intent: 'capture', components: 'buttons' }
  return `${script}?${new URLSearchParams(query)}`
}
