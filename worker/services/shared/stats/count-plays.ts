import { minute } from '../../../../contract/values/shared/time'
import { addPlays, markCounted } from '../../../../db/queries/shared/daily-stats'
import type { ServiceContext } from '../../context'

/** A view is noted behind its answer, with the time of its request: what is younger may not be there yet. */
const lateMs = 2 * minute

/**
 * Adds the views since the last run to their days. Views and the mark of how far they were counted change together, so
 * that a run which dies or comes twice loses and doubles none. Somebody's next view of a video takes the place of their
 * last one half an hour later, so this runs more often than that.
 */
export async function countPlays(ctx: ServiceContext): Promise<void> {
  const until = ctx.now - lateMs
  await ctx.db.batch([addPlays(ctx.db, until), markCounted(ctx.db, until)])
}
