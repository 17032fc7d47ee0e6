import type { Video } from '#contract/schemas/videos/video'
import { continueList } from '#contract/values/videos/video-lists'
import { unfinishedRows, type WatchedRow } from '#db/queries/videos/library/watch-history'
import { mayPlay } from '#worker/policy/video-access'
import type { OwnReadContext } from '../../context'
import { videoCard } from '../model/view'

/** Some unfinished videos may not be playable now: this many times the shown number are read. */
const lookedAt = 3 * continueList.limit

/** Prepares the statement of the list apart from its reading, so that it fits in a batch with others. */
export function listUnfinished(ctx: OwnReadContext) {
  return {
    statement: unfinishedRows(ctx.db, ctx.actor.id, lookedAt),
    read: (rows: WatchedRow[]): Video[] =>
      rows
        .filter((row) => mayPlay(row, ctx.actor))
        .slice(0, continueList.limit)
        .map((row) => ({ ...videoCard(ctx, row), position: row.position })),
  }
}

/** Lists the videos that the account left unfinished, newest first: a row of the home page. */
export async function continueWatching(ctx: OwnReadContext): Promise<Video[]> {
  const { statement, read } = listUnfinished(ctx)
  return read(await statement)
}
