import type {
  CheckoutAnswer,
  PaymentAnswer,
  StartedOrder,
  StartOrder,
  Subscribe,
  SubscribeAnswer,
} from '#contract/schemas/payments/payments'
import type { PaymentMethod } from '#contract/values/payments/payments'
import { type Prices, periodDays } from '#contract/values/payments/prices'
import type { ProcessorId } from '#contract/values/payments/processors'
import { hour, minute } from '#contract/values/shared/time'
import {
  awaitPayment,
  insertOrder,
  moveOrder,
  type OrderRow,
  orderById,
  unansweredOrder,
} from '#db/queries/payments/orders'
import { soldVideo } from '#db/queries/payments/sales'
import { openFor } from '#processors/adapters'
import { type CreatedOrder, type Processor, ProviderDown } from '#worker/integrations/payments/provider'
import { randomId } from '#worker/storage/keys'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { settingsRow } from '../../shared/settings'
import { refusal } from '../answers'
import { isGuarded, processorIdFor, processorOf } from '../processors'
import { refuseUnoffered } from './offers'
import { termsVersion } from './options'

/** How long an order without a provider's response stays open for a retry; no one can have paid it. */
export const unansweredFor = hour
/** Time until the sweep's first look: most buyers are done by then. */
const firstLook = minute

export async function startWallet(ctx: UserContext, input: Subscribe): Promise<SubscribeAnswer> {
  const started = await start(ctx, 'wallet', input)
  return 'order' in started ? { success: true, orderId: started.created.providerOrderId } : started
}

export async function startCheckout(ctx: UserContext, input: Subscribe): Promise<CheckoutAnswer> {
  const started = await start(ctx, 'checkout', input)
  if (!('order' in started)) return started
  const { order, created } = started
  return {
    success: true,
    orderId: created.providerOrderId,
    keyId: ctx.config.payments.razorpay?.keyId,
    amount: order.amountMinor,
    currency: order.currency,
  }
}

/** Starts an order that is paid on the processor's own page, at the price that the buyer agreed to. */
export async function startOrder(ctx: UserContext, { method, ...input }: StartOrder): Promise<StartedOrder> {
  const started = await start(ctx, method, input)
  if (!('order' in started)) return started
  const { redirectUrl } = started.created
  if (redirectUrl === null) throw new Error(`The processor of ${method} has no page to pay on`)
  return { success: true, orderId: started.order.id, redirectUrl }
}

interface Started {
  order: OrderRow
  created: CreatedOrder
}

/** Records the plan, the buyer and the price before the provider hears of them. */
async function start(
  ctx: UserContext,
  method: PaymentMethod,
  { plan, currency, video, agreedMinor }: Subscribe,
): Promise<Started | (PaymentAnswer & { success: false })> {
  // The row, since the copy may be a minute old.
  const settings = await settingsRow(ctx)
  const refused = refuseUnoffered(ctx, settings, method, currency)
  // Netbanking opens the bank's page through the checkout. The specified request doesn't name the bank, so
  // this order could be paid in the checkout's other ways too: the document at /checkout refuses to open it
  // without one.
  if (refused && (method !== 'checkout' || refuseUnoffered(ctx, settings, 'netbanking', currency)))
    return refused
  // The order records a consent, and a page that was opened before a change shows the old price.
  if (agreedMinor === undefined) return refusal('not_agreed')
  if (agreedMinor !== settings.prices[currency][plan]) return refusal('price_changed')
  const provider = processorIdFor(ctx, settings, method)
  const processor = provider && processorOf(ctx, provider)
  if (!processor || !(await isGuarded(ctx))) return refusal('unavailable')
  await enforceLimit(ctx, 'orderCreate', String(ctx.actor.id))
  const order = await storedOrder(ctx, provider, settings.prices, { plan, currency, video })
  if (!order) return refusal('nothing_to_play')
  try {
    const created = await payable(ctx, processor, order)
    return created ? { order, created } : refusal('expired')
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
async function payable(
  ctx: UserContext,
  processor: Processor,
  order: OrderRow,
): Promise<CreatedOrder | null> {
  const returnUrl = `${ctx.config.siteOrigin}/premium?${new URLSearchParams({ order: order.id })}`
  const created = await processor.create(order, returnUrl)
  const [stored] = await awaitPayment(ctx.db, order.id, created.providerOrderId, ctx.now + firstLook)
  if (stored) return created
  const [now] = await orderById(ctx.db, order.id)
  if (!now?.providerOrderId) return null
  // Its page is the one to pay on: money for the other order would belong to no one.
  return created.redirectUrl === null
    ? { providerOrderId: now.providerOrderId, redirectUrl: null }
    : processor.create(now, returnUrl)
}

/**
 * Returns the earlier order when the response to its creation was lost, so that it isn't created twice;
 * undefined while nothing is sold.
 */
async function storedOrder(
  ctx: UserContext,
  provider: ProcessorId,
  prices: Prices,
  { plan, currency, video }: Subscribe,
): Promise<OrderRow | undefined> {
  const terms = {
    userId: ctx.actor.id,
    provider,
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
    consentAt: ctx.now,
    nextCheckAt: ctx.now + unansweredFor,
    createdAt: ctx.now,
    expiresAt: ctx.now + openFor(provider),
  })
  return order
}
