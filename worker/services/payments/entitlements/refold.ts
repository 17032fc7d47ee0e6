import {
  clearAsserts,
  eventsOfSlice,
  subscriptionsOfSlice,
  writeSubscription,
} from '#db/queries/payments/entitlements'
import type { ServiceContext } from '../../context'
import { sliceOfNow, slicesOf } from '../../shared/id-slices'
import { raiseAlert } from '../alerts'
import { fold } from './fold'

/**
 * Recomputes one slice of the accounts and corrects rows that differ from their events: a row grants nothing.
 * Every account is checked once a day.
 */
export async function refold(ctx: ServiceContext): Promise<void> {
  const { db, now } = ctx
  const slice = sliceOfNow(ctx, slicesOf.day)
  const [rows, events] = await db.batch([subscriptionsOfSlice(db, slice), eventsOfSlice(db, slice)])
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
