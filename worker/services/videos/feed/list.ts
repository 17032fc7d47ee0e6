import type { PageQuery } from '#contract/schemas/shared/lists'
import type { Video } from '#contract/schemas/videos/video'
import { type FeedRow, feedPage } from '#db/queries/videos/library/feed'
import type { OwnReadContext } from '../../context'
import { decodeCursor, type Page, sparsePage } from '../../shared/pagination'
import { videoCard } from '../model/view'

/**
 * Lists videos by the people whom the account follows, newest first. Those that the public can't see now are left out,
 * so a short page may have a next one.
 */
export async function listFeed(ctx: OwnReadContext, query: PageQuery): Promise<Page<Video>> {
  const { statement, read } = feedList(ctx, query)
  return read(await statement)
}

/** Prepares the statement of a page apart from its reading, so that it fits in a batch with others. */
export function feedList(ctx: OwnReadContext, { limit, cursor }: PageQuery) {
  const [createdAt, videoId] = cursor ? decodeCursor(cursor, 'number', 'number') : []
  const after = createdAt !== undefined && videoId !== undefined ? { createdAt, videoId } : undefined
  const atMost = limit + 1
  return {
    statement: feedPage(ctx.db, ctx.actor.id, atMost, after),
    read(rows: FeedRow[]): Page<Video> {
      const { items, nextCursor } = sparsePage(rows, {
        limit,
        atMost,
        matches: ({ shown }) => shown !== null,
        cursorOf: ({ itemAt, itemOf }) => [itemAt, itemOf],
      })
      return { items: items.map((row) => videoCard(ctx, row)), nextCursor }
    },
  }
}
