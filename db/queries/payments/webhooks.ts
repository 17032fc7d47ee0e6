import { and, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { PaymentProviderId } from '#contract/values/payments/payments'
import type { Db } from '../../client'
import { allOf, type Condition } from '../../conditions'
import { webhookEvents } from '../../schema'

/** Inserts a delivery; a known one changes nothing. */
export function insertWebhook(db: Db, event: typeof webhookEvents.$inferInsert) {
  return db.insert(webhookEvents).values(event).onConflictDoNothing()
}

export function webhookById(db: Db, provider: PaymentProviderId, eventId: string) {
  return db.select().from(webhookEvents).where(whereEvent(provider, eventId))
}

export function finishWebhook(
  db: Db,
  provider: PaymentProviderId,
  eventId: string,
  status: 'done' | 'orphan',
) {
  return db
    .update(webhookEvents)
    .set({ status, nextAttemptAt: null, lastError: null })
    .where(whereEvent(provider, eventId))
}

export function postponeWebhook(
  db: Db,
  provider: PaymentProviderId,
  eventId: string,
  lastError: string,
  nextAttemptAt: number,
) {
  return db
    .update(webhookEvents)
    .set({ lastError, nextAttemptAt, attempts: sql`${webhookEvents.attempts} + 1` })
    .where(and(whereEvent(provider, eventId), eq(webhookEvents.status, 'received')))
}

export function dueWebhooks(db: Db, now: number, atMost: number) {
  return db
    .select({ provider: webhookEvents.provider, eventId: webhookEvents.eventId })
    .from(webhookEvents)
    .where(lte(webhookEvents.nextAttemptAt, now))
    .orderBy(webhookEvents.nextAttemptAt)
    .limit(atMost)
}

export function deleteOldWebhooks(db: Db, receivedBefore: number, atMost: number) {
  const old = db
    .select({ key: sql`${webhookEvents.provider} || ' ' || ${webhookEvents.eventId}`.as('key') })
    .from(webhookEvents)
    .where(lt(webhookEvents.receivedAt, receivedBefore))
    .limit(atMost)
  return db
    .delete(webhookEvents)
    .where(
      and(
        lt(webhookEvents.receivedAt, receivedBefore),
        inArray(sql`${webhookEvents.provider} || ' ' || ${webhookEvents.eventId}`, old),
      ),
    )
}

function whereEvent(provider: PaymentProviderId, eventId: string): Condition {
  return allOf(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, eventId))
}
