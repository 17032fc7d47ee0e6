import { inChunks } from '#db/in-chunks'
import { refreshPopularityOf } from '#db/queries/videos/views'
import type { ServiceContext } from '../../context'

/** How long seen views are kept: longer than the interval between two runs, so that none is missed. */
export const seenViewsKeptMs = 2 * 3600_000

/**
 * Rewrites `popularity` where views or likes moved it, so that counting a view touches no index. Finds videos
 * by recent viewers, since people like what they just watched.
 */
export async function refreshPopularity({ db, now }: ServiceContext): Promise<void> {
  await inChunks((atMost) => refreshPopularityOf(db, now - seenViewsKeptMs, atMost))
}
