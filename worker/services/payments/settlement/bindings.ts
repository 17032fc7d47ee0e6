import { providerNames } from '#contract/values/payments/method-names'
import { bindOrder, type OrderRow, orderById } from '#db/queries/payments/orders'
import type { Binding, Processor } from '#worker/integrations/payments/provider'
import type { ServiceContext } from '../../context'
import { raiseAlert } from '../alerts'
import { settleNow } from './settle'

/**
 * Ties a transaction to the order that a genuine notice names with it, and settles that order. The first
 * notice counts; a second one, or one for something other than the order, is left to an administrator.
 * Returns false when the order isn't one of ours.
 */
export async function followBinding(
  ctx: ServiceContext,
  processor: Processor,
  binding: Binding,
): Promise<boolean> {
  const [order] = await orderById(ctx.db, binding.orderId)
  if (order?.provider !== processor.id) {
    await reportSale(ctx, processor, binding)
    return false
  }
  if (!isWhatWasOrdered(binding, order)) {
    await reportBinding(ctx, order, binding, "sold something else than this order's term")
    return true
  }
  const bound = await bind(ctx, order, binding)
  if (bound.providerPaymentHint !== binding.providerPaymentId)
    await reportBinding(ctx, order, binding, 'names an order or a transaction that already has another one')
  else await settleNow(ctx, bound)
  return true
}

async function bind(ctx: ServiceContext, order: OrderRow, { providerPaymentId }: Binding): Promise<OrderRow> {
  const [bound] = await bindOrder(ctx.db, order.id, order.provider, providerPaymentId)
  if (bound) return bound
  const [now] = await orderById(ctx.db, order.id)
  return now ?? order
}

function isWhatWasOrdered({ amountMinor, currency, periodDays }: Binding, order: OrderRow): boolean {
  return amountMinor === order.amountMinor && currency === order.currency && periodDays === order.periodDays
}

/** Alerts administrators to money that was taken without an order of ours. */
async function reportSale(
  ctx: ServiceContext,
  { id }: Processor,
  { providerPaymentId }: Binding,
): Promise<void> {
  await raiseAlert(ctx, {
    dedupeKey: `sale:${id}:${providerPaymentId}`,
    kind: 'ungranted',
    text: `A notice of ${providerNames[id]} about transaction ${providerPaymentId} names no order of ours. If you sell nothing else there, refund it on the provider's site.`,
  })
}

async function reportBinding(
  ctx: ServiceContext,
  order: OrderRow,
  { providerPaymentId }: Binding,
  finding: string,
): Promise<void> {
  await raiseAlert(ctx, {
    dedupeKey: `binding:${order.id}:${providerPaymentId}`,
    kind: 'rival',
    text: `A notice of ${providerNames[order.provider]} about transaction ${providerPaymentId} ${finding}. It changed nothing: look the transaction up on the provider's site, and refund it if it was paid in vain.`,
    orderId: order.id,
  })
}
