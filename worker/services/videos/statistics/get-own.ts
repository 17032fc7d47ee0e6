import type { OwnerStatistics } from '../../../../contract/schemas/videos/statistics'
import { dayOf } from '../../../../contract/values/shared/time'
import type { StatisticsDays } from '../../../../contract/values/videos/statistics'
import { ownerDaysSince } from '../../../../db/queries/videos/statistics'
import type { UserContext } from '../../context'
import { daysFrom } from './days'

/** Returns the numbers of all of the account's videos, those that were deleted since included. */
export async function getOwnStatistics(ctx: UserContext, days: StatisticsDays): Promise<OwnerStatistics> {
  const today = dayOf(ctx.now)
  const from = today - days + 1
  return { days: daysFrom(await ownerDaysSince(ctx.db, ctx.actor.id, from), from, today) }
}
