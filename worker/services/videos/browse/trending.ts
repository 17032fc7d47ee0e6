import type { PageQuery } from '#contract/schemas/shared/lists'
import type { Video } from '#contract/schemas/videos/video'
import { type TrendingRow, trendingVideos } from '#db/queries/videos/trending'
import type { ReadContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { videoCard } from '../model/view'

export async function listTrending(ctx: ReadContext, query: PageQuery): Promise<Page<Video>> {
  const { statement, read } = trendingList(ctx, query)
  const [rows] = await ctx.near.batch([statement])
  return read(rows)
}

/** Prepares the statement apart from its reading, so that it fits in a batch with others. */
export function trendingList(ctx: ReadContext, { limit, cursor }: PageQuery) {
  const [trending, id] = cursor ? decodeCursor(cursor, 'number', 'number') : []
  const after = trending !== undefined && id !== undefined ? { trending, id } : undefined
  return {
    statement: trendingVideos(ctx.db, limit + 1, after),
    read(rows: TrendingRow[]): Page<Video> {
      const { items, nextCursor } = page(rows, limit, (row) => [row.trending, row.id])
      return { items: items.map((row) => videoCard(ctx, row)), nextCursor }
    },
  }
}
