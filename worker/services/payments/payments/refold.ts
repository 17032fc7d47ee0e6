import {
  clearAsserts,
  eventsBetween,
  highestSubscriber,
  subscriptionsBetween,
  writeSubscription,
} from '../../../../db/queries/payments/entitlements'
import type { ServiceContext } from '../../context'
import { raiseAlert } from './alerts'
import { fold } from './fold'

const batchMs = 10 * 60_000
/** Every account is checked once a day. */
const batches = (24 * 3600_000) / batchMs

/**
 * Recomputes one slice of the accounts and corrects rows that differ from their events: a row grants nothing.
 * The time picks the slice, so a day covers all.
 */
export async function refold(ctx: ServiceContext): Promise<void> {
  const { db, now } = ctx
  const [highest] = await highestSubscriber(db)
  const width = Math.ceil(((highest?.userId ?? 0) + 1) / batches)
  const from = (Math.floor(now / batchMs) % batches) * width
  const [rows, events] = await db.batch([
    subscriptionsBetween(db, from, from + width),
    eventsBetween(db, from, from + width),
  ])
  const byUser = Map.groupBy(events, ({ userId }) => userId)
  for (const row of rows) {
    const own = byUser.get(row.userId) ?? []
    const { premiumUntil, plan, state } = fold(own)
    if (premiumUntil === row.premiumUntil && plan === row.plan && state === row.state) continue
    const seq = own.at(-1)?.seq ?? 0
    await db.batch([
      writeSubscription(db, row.userId, { premiumUntil, plan, state }, seq, now, false),
      raiseAlert(ctx, {
        dedupeKey: `refold:${row.userId}:${seq}:${row.premiumUntil}`,
        kind: 'refold',
        text: `The term of account ${row.userId} said ${row.premiumUntil}, and its events add up to ${premiumUntil}. It was set to that.`,
      }),
    ])
  }
  await clearAsserts(db)
}
