import { inChunks } from '../../../../db/in-chunks'
import { highestIds } from '../../../../db/queries/shared/months'
import { deleteBeyond } from '../../../../db/queries/videos/watch-history'
import type { ServiceContext } from '../../context'
import { sliceOf } from '../../shared/id-slices'
import { loadSettings } from '../../shared/settings'

/**
 * Deletes what the histories of the accounts whose turn it is have beyond the limit, the oldest first. Between two turns,
 * which are a week apart at most, a history is longer by what is watched meanwhile.
 */
export async function pruneHistory({ db, now }: ServiceContext): Promise<void> {
  const [highest] = await highestIds(db)
  if (!highest) throw new Error('A select without a table answers a row')
  // The row, since a copy that is out of date would cost entries for good.
  const { historyLimit } = await loadSettings(db)
  const slice = sliceOf(highest.accounts, now)
  await inChunks((atMost) => deleteBeyond(db, slice, historyLimit, atMost))
}
