import { leaseDueOrders, moveOrder, type OrderRow } from '#db/queries/payments/orders'
import type { ServiceContext } from '../../context'
import { settleOrder } from '../settlement/settle'
import { unansweredFor } from './start'

/** Orders per run: each may wait for a provider's timeout. */
const atOnce = 20

/** Checks open orders whose confirm and webhook never came: after 1, 2, 5 and 15 minutes, then hourly. */
export async function sweepOrders(ctx: ServiceContext): Promise<void> {
  const due = await leaseDueOrders(ctx.db, ctx.now, atOnce)
  const failures: unknown[] = []
  for (const order of due) {
    await look(ctx, order).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function look(ctx: ServiceContext, order: OrderRow): Promise<void> {
  if (order.providerOrderId !== null) {
    await settleOrder(ctx, order)
  } else if (ctx.now >= order.createdAt + unansweredFor) {
    // The buyer never got an ID to pay with.
    await moveOrder(ctx.db, order.id, { status: 'failed', nextCheckAt: null })
  }
}
