import type {
  ConfirmOrder,
  ConfirmOwnOrder,
  PaymentAnswer,
  VerifyCheckout,
} from '#contract/schemas/payments/payments'
import { type OrderRow, ownOrder, ownOrderById } from '#db/queries/payments/orders'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { paid, refusal } from '../answers'
import { settleOrder } from '../settlement/settle'

/** Confirms that a wallet's buyer approved. Only the ID comes from them; the plan must be the ordered one. */
export async function confirmWallet(
  ctx: UserContext,
  { orderId, plan }: ConfirmOrder,
): Promise<PaymentAnswer> {
  await enforceLimit(ctx, 'confirm', String(ctx.actor.id))
  const [order] = await ownOrder(ctx.db, 'paypal', orderId, ctx.actor.id)
  if (!order) return refusal('not_found')
  // Checked before anything is captured.
  if (order.plan !== plan)
    return refusal('mismatch', 'This order is for a different plan. Please start again.')
  return settleUnlessPaid(ctx, order)
}

/** Spares the provider the question about an order whose premium runs. */
async function settleUnlessPaid(ctx: UserContext, order: OrderRow): Promise<PaymentAnswer> {
  const isRunning = (ctx.actor.premiumUntil ?? 0) > ctx.now
  return order.status === 'paid' && isRunning ? paid : settleOrder(ctx, order)
}

/** Confirms an order on the buyer's return from the processor's page, or whenever they ask. */
export async function confirmOrder(ctx: UserContext, { orderId }: ConfirmOwnOrder): Promise<PaymentAnswer> {
  await enforceLimit(ctx, 'confirm', String(ctx.actor.id))
  const [order] = await ownOrderById(ctx.db, orderId, ctx.actor.id)
  return order ? settleUnlessPaid(ctx, order) : refusal('not_found')
}

/** Verifies the data that the checkout gives the browser. The signature must cover the stored order's ID. */
export async function verifyCheckout(ctx: UserContext, input: VerifyCheckout): Promise<PaymentAnswer> {
  await enforceLimit(ctx, 'confirm', String(ctx.actor.id))
  const [order] = await ownOrder(ctx.db, 'razorpay', input.razorpay_order_id, ctx.actor.id)
  if (!order) return refusal('not_found')
  const proof = { paymentId: input.razorpay_payment_id, signature: input.razorpay_signature }
  return settleOrder(ctx, order, proof)
}
