import { inChunks } from '#db/in-chunks'
import { deleteBeyond } from '#db/queries/videos/library/watch-history'
import type { ServiceContext } from '../../context'
import { sliceOfNow, slicesOf } from '../../shared/id-slices'
import { loadSettings } from '../../shared/settings'

/**
 * Deletes the oldest entries beyond the limit from the histories of the accounts whose turn it is. Between
 * two turns, which are a week apart, a history is longer by the videos watched meanwhile.
 */
export async function pruneHistory(ctx: ServiceContext): Promise<void> {
  // The row, since a copy that is out of date would cost entries for good.
  const { historyLimit } = await loadSettings(ctx.db)
  const accounts = sliceOfNow(ctx, slicesOf.week)
  await inChunks((atMost) => deleteBeyond(ctx.db, accounts, historyLimit, atMost))
}
