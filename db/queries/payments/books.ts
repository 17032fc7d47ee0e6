import { and, eq, lt } from 'drizzle-orm'
import type { PaymentProviderId } from '#contract/values/payments/payments'
import type { Db } from '../../client'
import { paymentBooks } from '../../schema'

/**
 * Starts reading a provider's books at `since`, unless that was done before. Returns the time until which
 * they were read.
 */
export function beginBooks(db: Db, provider: PaymentProviderId, since: number) {
  return db
    .insert(paymentBooks)
    .values({ provider, readUntil: since })
    .onConflictDoUpdate({ target: paymentBooks.provider, set: { provider } })
    .returning({ readUntil: paymentBooks.readUntil })
}

export function noteBooksRead(db: Db, provider: PaymentProviderId, readUntil: number) {
  return db
    .update(paymentBooks)
    .set({ readUntil })
    .where(and(eq(paymentBooks.provider, provider), lt(paymentBooks.readUntil, readUntil)))
}
