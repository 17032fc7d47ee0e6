import { desc, eq } from 'drizzle-orm'
import { paymentAlerts, payments, payOrders, subscriptions, webhookEvents } from '#db/schema'
import { sweepOrders } from '#worker/services/payments/orders/sweep'
import { sweepWebhooks } from '#worker/services/payments/settlement/webhooks'
import { jobContext } from '../context'
import { testDb } from '../factories'

const db = testDb()
const minute = 60_000

/** Finds an order by the provider's ID. */
export async function orderRow(providerOrderId: string) {
  const [row] = await db.select().from(payOrders).where(eq(payOrders.providerOrderId, providerOrderId))
  if (!row) throw new Error(`No order ${providerOrderId}`)
  return row
}

/** Finds a payment by the provider's ID; undefined where the mirror has none. */
export async function paymentRow(providerPaymentId: string) {
  const [row] = await db.select().from(payments).where(eq(payments.providerPaymentId, providerPaymentId))
  return row
}

export async function premiumUntil(userId: number): Promise<number> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  return row?.premiumUntil ?? 0
}

/** Returns the kinds of the alerts about an order or a payment, by our own ID, newest first. */
export async function alertsAbout({ orderId, paymentId }: { orderId?: string; paymentId?: string }) {
  const rows = await db.select().from(paymentAlerts).orderBy(desc(paymentAlerts.id))
  return rows
    .filter((row) => (orderId !== undefined && row.orderId === orderId) || row.paymentId === paymentId)
    .map(({ kind }) => kind)
}

export async function webhookRow(eventId: string) {
  const [row] = await db.select().from(webhookEvents).where(eq(webhookEvents.eventId, eventId))
  return row
}

/** Runs the inbox's cron a little later, which follows up everything whose message was lost. */
export async function followInbox(now = Date.now()): Promise<void> {
  await sweepWebhooks(await jobContext(now + 2 * minute))
}

/** Runs the cron's sweep of open orders, so many minutes from now. */
export async function sweepAfter(minutes: number): Promise<void> {
  await sweepOrders(await jobContext(Date.now() + minutes * minute))
}
