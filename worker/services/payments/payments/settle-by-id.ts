import { orderById, orderByProviderId } from '../../../../db/queries/payments/orders'
import type { Processor } from '../../../integrations/payments/provider'
import type { ServiceContext } from '../../context'
import { keepPayment } from './keep'
import { settleNow, settlePayment } from './settle'

/** Settles the order that a provider knows by this id. False: it isn't one of ours. */
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
 * Looks a payment up at its provider, and settles or mirrors it. One that nobody ordered is kept for whoever claims it; a
 * second one for the same order is another term. False: the provider has none, or nobody ordered it.
 */
export async function settleById(
  ctx: ServiceContext,
  processor: Processor,
  providerPaymentId: string,
): Promise<boolean> {
  const payment = await processor.read(providerPaymentId)
  if (!payment) return false
  const kept = await keepPayment(ctx, payment)
  const [order] = kept.orderId ? await orderById(ctx.db, kept.orderId) : []
  if (!order) return false
  await settlePayment(ctx, payment, order)
  return true
}
