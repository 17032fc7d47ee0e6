import { dayOf, minute } from '../../../../contract/values/shared/time'
import { countMembers as countQuery, membersOfDay } from '../../../../db/queries/shared/daily-stats'
import type { ServiceContext } from '../../context'

/** Counts running terms at the start of a day and then hourly; the last count is the day's. */
export async function countMembers(ctx: ServiceContext): Promise<void> {
  const day = dayOf(ctx.now)
  const isFullHour = Math.floor(ctx.now / minute) % 60 === 0
  if (!isFullHour && (await membersOfDay(ctx.db, day)).length > 0) return
  await countQuery(ctx.db, day, ctx.now)
}
