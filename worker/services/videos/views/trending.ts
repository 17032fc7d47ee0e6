import { inChunks } from '#db/in-chunks'
import { decayTrending, refreshTrendingOf } from '#db/queries/videos/trending'
import type { ServiceContext } from '../../context'
import { seenViewsKeptMs } from './popularity'

/**
 * Rewrites `trending` of the videos that were watched recently, and once a day of those that were watched
 * within a week: a video that no one watches is never touched. A day with more of them than a run may write
 * is finished by the next runs.
 */
export async function refreshTrending({ db, now }: ServiceContext): Promise<void> {
  await inChunks((atMost) => decayTrending(db, now, atMost))
  await inChunks((atMost) => refreshTrendingOf(db, now - seenViewsKeptMs, now, atMost))
}
