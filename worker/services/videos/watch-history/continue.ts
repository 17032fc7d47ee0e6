import type { Video } from '../../../../contract/schemas/videos/videos'
import { continueList } from '../../../../contract/values/videos/video-lists'
import { unfinishedRows, type WatchedRow } from '../../../../db/queries/videos/watch-history'
import { mayPlay } from '../../../policy/video-access'
import type { UserContext } from '../../context'
import { videoCard } from '../videos'

/** Some of those that were left may not be played now: so many times what is shown are looked at. */
const lookedAt = 3 * continueList.limit

/** The statement of the list apart from its reading, so that it can go in one batch with others. */
export function listUnfinished(ctx: UserContext) {
  return {
    statement: unfinishedRows(ctx.db, ctx.actor.id, lookedAt),
    read: (rows: WatchedRow[]): Video[] =>
      rows
        .filter((row) => mayPlay(row, ctx.actor))
        .slice(0, continueList.limit)
        .map((row) => ({ ...videoCard(ctx, row), position: row.position })),
  }
}

/** What the account left in the middle, the last first: a row of the home page. */
export async function continueWatching(ctx: UserContext): Promise<Video[]> {
  const { statement, read } = listUnfinished(ctx)
  return read(await statement)
}
