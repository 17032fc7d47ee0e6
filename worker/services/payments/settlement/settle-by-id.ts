import { orderById, orderByProviderId, orderOfPayment } from '#db/queries/payments/orders'
import type { Processor, Returned } from '#worker/integrations/payments/provider'
import type { ServiceContext } from '../../context'
import { keepPayment } from './keep'
import { settleNow, settlePayment } from './settle'

/** Settles the order that a provider knows by this ID. Returns false when it isn't one of ours. */
export async function settleByOrderId(
  ctx: ServiceContext,
  processor: Processor,
  providerOrderId: string,
): Promise<boolean> {
  const [order] = await orderByProviderId(ctx.db, processor.id, providerOrderId)
  if (order) await settleNow(ctx, order)
  return order !== undefined
}

/**
 * Looks up a payment at its provider, and settles or mirrors it. One without an order is kept for a claim; a
 * second one for the same order adds another term. Returns false when the provider has none, or it has no
 * order.
 */
export async function settleById(
  ctx: ServiceContext,
  processor: Processor,
  providerPaymentId: string,
  returned?: Returned,
): Promise<boolean> {
  const [known] = await orderOfPayment(ctx.db, processor.id, providerPaymentId)
  const payment = await processor.read(providerPaymentId, known ?? null, returned)
  if (!payment) return false
  const kept = await keepPayment(ctx, payment)
  const [order] = kept.orderId ? await orderById(ctx.db, kept.orderId) : []
  if (!order) return false
  await settlePayment(ctx, payment, order)
  return true
}
