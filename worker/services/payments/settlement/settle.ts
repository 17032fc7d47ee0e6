import { sql } from 'drizzle-orm'
import type { PaymentAnswer } from '#contract/schemas/payments/payments'
import { dayOf, minute } from '#contract/values/shared/time'
import { eventsOf, grantOf } from '#db/queries/payments/entitlements'
import { moveOrder, type OrderRow, orderById } from '#db/queries/payments/orders'
import type { PaymentRow } from '#db/queries/payments/payments'
import { ProviderDown, type VerifiedPayment } from '#worker/integrations/payments/provider'
import { log } from '#worker/log'
import type { ServiceContext } from '../../context'
import { raiseAlert } from '../alerts'
import { paid, refusal } from '../answers'
import { fold } from '../entitlements/fold'
import { grantPayment } from '../entitlements/grant'
import { isSelling } from '../orders/selling'
import { processorOf } from '../processors'
import { keepPayment } from './keep'

/**
 * The last error of an order whose money was left with its buyer, who was told so. It stays, so that the money
 * isn't taken once there is something to play again.
 */
const unsold = 'nothing_to_play'

function errorOf(order: OrderRow, error: string | null): string | null {
  return order.lastError === unsold ? unsold : error
}

type Proof = { paymentId: string; signature: string }

/**
 * Settles an order; every confirm, webhook and sweep ends here. Asks the provider for its state, captures an
 * approved payment, unless nothing is sold meanwhile, and grants the paid term.
 *
 * Safe to repeat and to run twice at once, always with the same result. An outage of the provider is a
 * result, too: the sweep asks again.
 */
export async function settleOrder(
  ctx: ServiceContext,
  order: OrderRow,
  proof?: Proof,
): Promise<PaymentAnswer> {
  try {
    return await settleNow(ctx, order, proof)
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    await moveOrder(ctx.db, order.id, { lastError: errorOf(order, error.code), nextCheckAt: soon(ctx) })
    return refusal('provider_down')
  }
}

/** Settles an order for a caller that has its own retries: throws ProviderDown. */
export async function settleNow(ctx: ServiceContext, order: OrderRow, proof?: Proof): Promise<PaymentAnswer> {
  const processor = processorOf(ctx, order.provider)
  if (!processor) {
    // The nightly comparison makes it due again, should the provider be set up later.
    if (ctx.now >= order.expiresAt) await moveOrder(ctx.db, order.id, { nextCheckAt: null })
    return refusal('unavailable')
  }
  const mayTake = async () => order.lastError !== unsold && (await isSelling(ctx))
  const outcome = await processor.settle(order, proof, mayTake)
  switch (outcome.kind) {
    case 'payment':
      return settlePayment(ctx, outcome.payment, order)
    case 'waiting':
      return wait(ctx, order, outcome)
    case 'unproven':
      if (outcome.finding !== undefined) await reportForgery(ctx, order, outcome.finding)
      return refusal(
        'mismatch',
        "We couldn't match this confirmation to your order. If you've paid, premium starts automatically.",
      )
    case 'declined':
      return decline(ctx, order, outcome.code)
    case 'left':
      await moveOrder(ctx.db, order.id, { status: 'expired', lastError: unsold, nextCheckAt: null })
      return refusal(unsold)
    case 'gone':
      // The nightly comparison asks again about orders that have ended.
      if (outcome.finding !== undefined && order.status !== 'expired')
        await reportGone(ctx, order, outcome.finding)
      await moveOrder(ctx.db, order.id, {
        status: 'expired',
        lastError: errorOf(order, outcome.code),
        nextCheckAt: null,
      })
      return refusal('expired')
    case 'review':
      return review(ctx, order, outcome.finding, outcome.payment)
  }
}

/** Grants a payment that the provider shows for an order, if it matches. */
export async function settlePayment(
  ctx: ServiceContext,
  payment: VerifiedPayment,
  order: OrderRow,
): Promise<PaymentAnswer> {
  const difference = differenceOf(payment, order)
  if (difference) return review(ctx, order, difference, payment)
  const row = await keepPayment(ctx, payment)
  if (payment.remark !== undefined) await report(ctx, order, payment.remark)
  switch (row.status) {
    case 'captured':
    case 'partially_refunded': {
      if (row.orderId !== order.id) return ungranted(ctx, order, row.id)
      const answer = await grantPayment(ctx, {
        payment: row,
        userId: order.userId,
        plan: order.plan,
        cause: 'settle',
      })
      if (answer === 'granted') return paid
      return answer === 'already' ? answerAgain(ctx, row) : ungranted(ctx, order, row.id)
    }
    case 'refunded':
    case 'reversed':
      if (payment.status === 'captured' && !payment.staysCaptured) await givenBack(ctx, order, row.id)
      return refusal('mismatch', "This payment was refunded, so there's nothing to activate.")
    case 'failed':
      return refusal('declined')
    default:
      return wait(ctx, order, { approved: true })
  }
}

/**
 * Handles a payment that is captured again although its row says for good that the money went back. An
 * earlier grant is released by keepPayment. Without one there is no new grant, and administrators are
 * alerted.
 */
async function givenBack(ctx: ServiceContext, order: OrderRow, paymentId: string): Promise<void> {
  const [granted] = await grantOf(ctx.db, paymentId)
  if (granted) return
  await raiseAlert(ctx, {
    dedupeKey: `ungranted:${paymentId}`,
    kind: 'ungranted',
    text: 'The provider reversed a payment before its term began, and now shows it as captured again. It can no longer be granted: refund it.',
    paymentId,
    orderId: order.id,
  })
}

/** Only running premium is a success: an earlier grant may have ended or be on hold. */
async function answerAgain(ctx: ServiceContext, payment: PaymentRow): Promise<PaymentAnswer> {
  const { terms, premiumUntil } = fold(await eventsOf(ctx.db, payment.userId ?? 0))
  const counts = terms.some(({ source }) => source === payment.id)
  return counts && premiumUntil > ctx.now ? paid : refusal('mismatch', 'The term of this payment has ended.')
}

/** Returns any difference in the money. The adapters check this too; this guards against an adapter that forgets. */
function differenceOf(payment: VerifiedPayment, order: OrderRow): string | null {
  if (payment.finding !== undefined) return payment.finding
  if (payment.amountMinor !== order.amountMinor || payment.currency !== order.currency)
    return `It is about ${payment.amountMinor} ${payment.currency} in minor units.`
  if (payment.orderId !== null && payment.orderId !== order.id) return 'It names another order.'
  const [theirs, known] = [payment.providerOrderId, order.providerOrderId]
  if (theirs !== null && known !== null && theirs !== known) return 'It belongs to another order.'
  return null
}

/** Tells administrators something about a payment that still counts. */
async function report(ctx: ServiceContext, order: OrderRow, remark: string): Promise<void> {
  await raiseAlert(ctx, {
    dedupeKey: `paid:${order.id}:${remark}`,
    kind: 'review',
    text: `${remark} The order counts as paid.`,
    orderId: order.id,
  })
}

/** Alerts administrators to a proof that our own key signed, but that the provider's records contradict. */
async function reportForgery(ctx: ServiceContext, order: OrderRow, finding: string): Promise<void> {
  await raiseAlert(ctx, {
    dedupeKey: `forged:${order.id}`,
    kind: 'forged',
    text: `A confirmation was signed with our key, and the provider's records contradict it. ${finding} No premium was granted. Someone may have the key's secret: replace it.`,
    orderId: order.id,
  })
}

/** Alerts administrators once a day, since it concerns all open orders of the provider. */
async function reportGone(ctx: ServiceContext, order: OrderRow, finding: string): Promise<void> {
  await raiseAlert(ctx, {
    dedupeKey: `gone:${order.provider}:${dayOf(ctx.now)}`,
    kind: 'incomplete',
    text: finding,
    orderId: order.id,
  })
}

async function wait(
  ctx: ServiceContext,
  order: OrderRow,
  { approved, retryAt }: { approved?: boolean; retryAt?: number },
): Promise<PaymentAnswer> {
  // An approved order may be charged at any time, so it is checked until the provider knows the outcome.
  const isOver = !approved && ctx.now >= order.expiresAt
  await moveOrder(ctx.db, order.id, {
    ...(approved && { status: 'capturing' }),
    ...(isOver && { status: 'expired' }),
    nextCheckAt: isOver ? null : (retryAt ?? soon(ctx)),
    lastError: errorOf(order, null),
  })
  return isOver ? refusal('expired') : refusal('pending')
}

/** Records a decline. The buyer may try again while the order is open; a later success still counts. */
async function decline(ctx: ServiceContext, order: OrderRow, code: string): Promise<PaymentAnswer> {
  const isOver = ctx.now >= order.expiresAt
  await moveOrder(ctx.db, order.id, {
    status: isOver ? 'expired' : 'awaiting_payment',
    // The number gives the next capture a new key: the old one would return the old decline.
    captures: order.captures + 1,
    lastError: errorOf(order, code),
    nextCheckAt: isOver ? null : soon(ctx),
  })
  return refusal('declined')
}

/** Returns the time of the next check; one that is scheduled already stays. */
function soon(ctx: ServiceContext) {
  return sql`coalesce(next_check_at, ${ctx.now + minute})`
}

async function review(
  ctx: ServiceContext,
  order: OrderRow,
  finding: string,
  payment: VerifiedPayment | null,
): Promise<PaymentAnswer> {
  const row = payment && (await keepPayment(ctx, payment))
  const taken = row ? 'Money was taken, but no premium was granted' : 'No premium was granted'
  await ctx.db.batch([
    moveOrder(ctx.db, order.id, { status: 'review', nextCheckAt: null, lastError: finding.slice(0, 200) }),
    raiseAlert(ctx, {
      dedupeKey: `review:${order.id}:${row?.id ?? finding}`,
      kind: 'review',
      text: `The provider's order differs from ours. ${finding} ${taken}.`,
      orderId: order.id,
      ...(row && { paymentId: row.id }),
    }),
  ])
  return refusal('mismatch')
}

/**
 * Handles a captured payment that is refused: its account is gone, it is another account's, it is disputed,
 * or it was just returned.
 */
async function ungranted(ctx: ServiceContext, order: OrderRow, paymentId: string): Promise<PaymentAnswer> {
  const [now] = await orderById(ctx.db, order.id)
  if (now?.status === 'refunded') return refusal('mismatch', 'This payment was refunded.')
  log('error', 'payments.ungranted', { orderId: order.id, paymentId })
  await ctx.db.batch([
    moveOrder(ctx.db, order.id, { status: 'review', nextCheckAt: null }),
    raiseAlert(ctx, {
      dedupeKey: `ungranted:${paymentId}`,
      kind: 'ungranted',
      text: 'A captured payment could not be granted: its account is gone, its payer disputes it, or it belongs to another order or account.',
      paymentId,
      orderId: order.id,
    }),
  ])
  return refusal('mismatch')
}
