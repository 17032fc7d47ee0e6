import type {
  CheckoutAnswer,
  PaymentAnswer,
  Subscribe,
  SubscribeAnswer,
} from '../../../../contract/schemas/payments/payments'
import { methodCurrencies } from '../../../../contract/values/payments/payments'
import { periodDays, prices } from '../../../../contract/values/payments/prices'
import { hour, minute } from '../../../../contract/values/shared/time'
import {
  awaitPayment,
  insertOrder,
  moveOrder,
  type OrderRow,
  orderById,
  unansweredOrder,
} from '../../../../db/queries/payments/orders'
import { soldVideo } from '../../../../db/queries/payments/sales'
import { ProviderDown } from '../../../integrations/payments/provider'
import { randomId } from '../../../storage/keys'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { refusal } from './answers'
import { termsVersion } from './options'
import { isGuarded, processorOf } from './processors'

interface Sale {
  provider: 'paypal' | 'razorpay'
  method: 'wallet' | 'checkout'
  /** How long the provider lets the buyer pay. Money that comes later still counts. */
  openFor: number
}
const wallet: Sale = { provider: 'paypal', method: 'wallet', openFor: 6 * hour }
const checkout: Sale = { provider: 'razorpay', method: 'checkout', openFor: 30 * minute }

/** How long an order without a provider's response stays open for a retry; nobody can have paid it. */
export const unansweredFor = hour
/** Time until the sweep's first look: most buyers are done by then. */
const firstLook = minute

export function startWallet(ctx: UserContext, input: Subscribe): Promise<SubscribeAnswer> {
  return start(ctx, wallet, input)
}

export async function startCheckout(ctx: UserContext, input: Subscribe): Promise<CheckoutAnswer> {
  const answer = await start(ctx, checkout, input)
  const keyId = ctx.config.payments.razorpay?.keyId
  if (!answer.success || keyId === undefined) return answer
  return { ...answer, keyId, amount: prices[input.currency][input.plan], currency: input.currency }
}

/** Records what is bought, by whom and for how much before the provider hears of it. */
async function start(
  ctx: UserContext,
  sale: Sale,
  { plan, currency, video }: Subscribe,
): Promise<PaymentAnswer & { orderId?: string }> {
  if (!methodCurrencies[sale.method].includes(currency)) {
    return sale.method === 'wallet'
      ? refusal('unsupported_currency')
      : refusal(
          'unsupported_currency',
          'This method only accepts INR. Switch to INR or choose another method.',
        )
  }
  const processor = processorOf(ctx, sale.provider)
  if (!processor || !(await isGuarded(ctx))) return refusal('unavailable')
  await enforceLimit(ctx, 'orderCreate', String(ctx.actor.id))
  const order = await storedOrder(ctx, sale, { plan, currency, video })
  try {
    const { providerOrderId } = await processor.create(order)
    const orderId = await payable(ctx, order.id, providerOrderId)
    return orderId === null ? refusal('expired') : { success: true, orderId }
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    await moveOrder(ctx.db, order.id, { lastError: error.code })
    return refusal('provider_down', "The payment provider isn't responding. Please try another method.")
  }
}

/**
 * Returns the order to pay. Two clicks at once may both create one at the provider; the one stored first
 * wins. Null when the order was given up before the provider's answer came.
 */
async function payable(ctx: UserContext, id: string, providerOrderId: string): Promise<string | null> {
  const [stored] = await awaitPayment(ctx.db, id, providerOrderId, ctx.now + firstLook)
  if (stored) return providerOrderId
  const [order] = await orderById(ctx.db, id)
  return order?.providerOrderId ?? null
}

/** Returns the earlier order when the response to its creation was lost, so that it isn't created twice. */
async function storedOrder(
  ctx: UserContext,
  sale: Sale,
  { plan, currency, video }: Subscribe,
): Promise<OrderRow> {
  const terms = {
    userId: ctx.actor.id,
    provider: sale.provider,
    plan,
    currency,
    amountMinor: prices[currency][plan],
    periodDays: periodDays[plan],
    termsVersion: await termsVersion(ctx),
  }
  const [lost] = await unansweredOrder(ctx.db, terms, ctx.now - unansweredFor)
  if (lost) return lost
  const [order] = await insertOrder(ctx.db, {
    ...terms,
    id: randomId(),
    soldVideoId: soldVideo(video, ctx.actor.id),
    // Price, term and what happens at its end are shown beside the button that was pressed.
    consentAt: ctx.now,
    nextCheckAt: ctx.now + unansweredFor,
    createdAt: ctx.now,
    expiresAt: ctx.now + sale.openFor,
  })
  if (!order) throw new Error('The order was not stored')
  return order
}
