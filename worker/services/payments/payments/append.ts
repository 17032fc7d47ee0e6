import type { BatchItem } from 'drizzle-orm/batch'
import { renewTokens } from '../../../../db/queries/accounts/sessions'
import { type EventRow, insertEvent, writeSubscription } from '../../../../db/queries/payments/entitlements'
import type { ServiceContext } from '../../context'
import { fold } from './fold'

/** How often a writer that came second looks again. Each time somebody else's event went in, so that it ends. */
export const triesAtMost = 8

/**
 * Statements that add an event to those just read, with the read model. The number of the event is the lock: if another
 * one was written meanwhile, the batch fails and undoes itself.
 */
export function append(
  ctx: ServiceContext,
  events: readonly EventRow[],
  event: Omit<EventRow, 'seq' | 'at'>,
) {
  const { db, now } = ctx
  const seq = (events.at(-1)?.seq ?? 0) + 1
  const before = fold(events)
  const after = fold([...events, { ...event, at: now }])
  const { plan: _, ...row } = event
  const statements: BatchItem<'sqlite'>[] = [
    insertEvent(db, { ...row, seq, at: now }),
    writeSubscription(db, event.userId, after, seq, now, event.kind === 'grant'),
  ]
  // Tokens say for media until when the term runs: those that say too much must not be believed any longer.
  const isShorter = after.premiumUntil < before.premiumUntil && before.premiumUntil > now
  if (isShorter) statements.push(...renewTokens(db, event.userId, now))
  return { statements, after }
}

/** Another writer was first, or the payment isn't what it was when it was read: look again. Anything else is a fault. */
export function isLostRace(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (
      /UNIQUE constraint failed|NOT NULL constraint failed: batch_assert|a grant needs a/.test(each.message)
    )
      return true
  }
  return false
}
