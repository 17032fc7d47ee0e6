import { daysKept } from '#contract/values/shared/daily-stats'
import { dayOf, firstOfMonth } from '#contract/values/shared/time'
import { batchNamed } from '#db/batch-named'
import { type Chunks, inChunks } from '#db/in-chunks'
import { foldDailyStats, foldOwnerDays, foldVideoCurves, foldVideoDays } from '#db/queries/shared/months'
import type { ServiceContext } from '../../context'
import { sliceOfNow, slicesOf } from '../id-slices'

/** Enough for a month's days of a thousand videos within a month. */
const chunks: Chunks = { chunk: 2000, chunksAtMost: 20 }

/**
 * Folds the days of months that ended more than 400 days ago into a row a month: for the site, and for the
 * videos and accounts whose turn it is. Rows are added and deleted in one batch, so a run that is cut off
 * loses and doubles nothing.
 */
export async function foldDays(ctx: ServiceContext): Promise<void> {
  const { db } = ctx
  const before = firstOfMonth(dayOf(ctx.now) - daysKept)
  const slice = sliceOfNow(ctx, slicesOf.week)
  const folds = [
    (atMost: number) => foldVideoDays(db, slice, { before, atMost }),
    (atMost: number) => foldVideoCurves(db, slice, { before, atMost }),
    (atMost: number) => foldOwnerDays(db, slice, { before, atMost }),
    (atMost: number) => foldDailyStats(db, { before, atMost }),
  ]
  for (const fold of folds)
    await inChunks(async (atMost) => {
      const { deleted } = await batchNamed(db, fold(atMost))
      return deleted
    }, chunks)
}
