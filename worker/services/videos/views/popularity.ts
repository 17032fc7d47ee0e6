import { inChunks } from '../../../../db/in-chunks'
import { refreshPopularityOf } from '../../../../db/queries/videos/views'
import type { ServiceContext } from '../../context'

/** Seen views are kept this long: longer than two runs lie apart, so that none is missed. */
export const seenViewsKeptMs = 2 * 3600_000

/**
 * Rewrites `popularity` where views or likes moved it, so that counting a view touches no index. Videos are found by
 * who watched them lately: whoever likes one has just done so.
 */
export async function refreshPopularity({ db, now }: ServiceContext): Promise<void> {
  await inChunks((atMost) => refreshPopularityOf(db, now - seenViewsKeptMs, atMost))
}
