import { minute } from '#contract/values/shared/time'
import { addOwnerPlays, addPlays, markCounted, uncountedView } from '#db/queries/shared/daily-stats'
import type { ServiceContext } from '../../context'

/** A view is recorded after its response, with the time of its request: newer ones may still be missing. */
const lateMs = 2 * minute

/**
 * Adds the views since the last run to their days. Views and the high-water mark change together, so that a
 * run that dies or repeats neither loses nor doubles any.
 *
 * A viewer's next view of a video replaces their last one after half an hour, so this must run more often
 * than that.
 */
export async function countPlays(ctx: ServiceContext): Promise<void> {
  const until = ctx.now - lateMs
  await ctx.db.batch([addPlays(ctx.db, until), addOwnerPlays(ctx.db, until), markCounted(ctx.db, until)])
}

/** A view that `countPlays` would count. */
export function viewToCount({ db, now }: ServiceContext) {
  return uncountedView(db, now - lateMs)
}
