import type { UnpaidOrder } from '../../../../contract/schemas/payments/payments'
import { can } from '../../../../contract/values/accounts/permissions'
import { unpaidOrders } from '../../../../db/queries/payments/admin'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'

const atMost = 5

/** Returns an account's orders that led to no payment, newest first; null for those who may not read payments. */
export async function unpaidOrdersOf(ctx: ServiceContext, userId: number): Promise<UnpaidOrder[] | null> {
  if (!can(ctx.actor.role, 'payment.read')) return null
  const orders = await unpaidOrders(ctx.db, userId, atMost)
  return orders.map(({ at, ...order }) => ({ ...order, at: isoTime(at) }))
}
