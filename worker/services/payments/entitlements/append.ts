import type { BatchItem } from 'drizzle-orm/batch'
import { renewTokens } from '#db/queries/accounts/sessions'
import { type EventRow, insertEvent, writeSubscription } from '#db/queries/payments/entitlements'
import type { ServiceContext } from '../../context'
import { fold } from './fold'

/** Retries of a writer that lost a race. Each loss means that another event was written, so they end. */
export const triesAtMost = 8

/**
 * Returns statements that append an event, of a payment unless `insert` says otherwise, and update the read model. The
 * sequence number is the lock: if another event came first, the batch rolls back.
 */
export function append(
  ctx: ServiceContext,
  events: readonly EventRow[],
  event: Omit<EventRow, 'seq' | 'at'>,
  insert = insertEvent,
) {
  const { db, now } = ctx
  const seq = (events.at(-1)?.seq ?? 0) + 1
  const before = fold(events)
  const after = fold([...events, { ...event, at: now }])
  const statements: BatchItem<'sqlite'>[] = [
    insert(db, { ...event, seq, at: now }),
    writeSubscription(db, event.userId, after, seq, now, event.kind === 'grant'),
  ]
  // Media trusts the end of the term in a token, so tokens that overstate it are revoked.
  const isShorter = after.premiumUntil < before.premiumUntil && before.premiumUntil > now
  if (isShorter) statements.push(...renewTokens(db, event.userId, now))
  return { statements, after }
}

/**
 * Tells whether another writer was first or the payment changed since it was read: read again. Anything else
 * is a fault.
 */
export function isLostRace(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (
      /UNIQUE constraint failed|NOT NULL constraint failed: batch_assert|a grant needs a|another event came first/.test(
        each.message,
      )
    )
      return true
  }
  return false
}
