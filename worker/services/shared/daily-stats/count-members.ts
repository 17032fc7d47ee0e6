import { dayOf } from '#contract/values/shared/time'
import { countMembers as countQuery } from '#db/queries/shared/daily-stats'
import type { ServiceContext } from '../../context'

/** Counts running terms, each hour; the last count of a day is the day's. */
export async function countMembers(ctx: ServiceContext): Promise<void> {
  await countQuery(ctx.db, dayOf(ctx.now), ctx.now)
}
