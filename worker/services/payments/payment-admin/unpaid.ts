import type { UnpaidOrder } from '#contract/schemas/payments/payments'
import { unpaidOrders } from '#db/queries/payments/admin'
import type { UserContext } from '../../context'
import { isoTime } from '../../shared/time'

const atMost = 10

/** Returns an account's newest orders that led to no payment, newest first. */
export async function unpaidOrdersOf({ db }: UserContext, userId: number): Promise<UnpaidOrder[]> {
  const orders = await unpaidOrders(db, userId, atMost)
  return orders.map(({ at, ...order }) => ({ ...order, at: isoTime(at) }))
}
