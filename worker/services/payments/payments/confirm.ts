import type {
  ConfirmOrder,
  PaymentAnswer,
  VerifyCheckout,
} from '../../../../contract/schemas/payments/payments'
import { ownOrder } from '../../../../db/queries/payments/orders'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/limits'
import { paid, refusal } from './answers'
import { settleOrder } from './settle'

/** The wallet's buyer says that they approved. Only the id is taken from them; the plan must be the one that was ordered. */
export async function confirmWallet(
  ctx: UserContext,
  { orderId, plan }: ConfirmOrder,
): Promise<PaymentAnswer> {
  await enforceLimit(ctx, 'confirm', String(ctx.actor.id))
  const [order] = await ownOrder(ctx.db, 'paypal', orderId, ctx.actor.id)
  if (!order) return refusal('not_found')
  // Before anything is captured.
  if (order.plan !== plan) return refusal('mismatch', 'This order is for another plan. Please start again.')
  const isRunning = (ctx.actor.premiumUntil ?? 0) > ctx.now
  return order.status === 'paid' && isRunning ? paid : settleOrder(ctx, order)
}

/** What the checkout hands to the browser. Its signature is checked over the id of the order that is stored here. */
export async function verifyCheckout(ctx: UserContext, input: VerifyCheckout): Promise<PaymentAnswer> {
  await enforceLimit(ctx, 'confirm', String(ctx.actor.id))
  const [order] = await ownOrder(ctx.db, 'razorpay', input.razorpay_order_id, ctx.actor.id)
  if (!order) return refusal('not_found')
  const proof = { paymentId: input.razorpay_payment_id, signature: input.razorpay_signature }
  return settleOrder(ctx, order, proof)
}
