import type { ListVideos, Video } from '#contract/schemas/videos/video'
import { videosOfTag } from '#db/queries/videos/tags'
import { type PublicList, publicSortKeys, publicVideos, type VideoRow } from '#db/queries/videos/video'
import type { ReadContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { videoCard } from '../model/view'

export async function listPublicVideos(ctx: ReadContext, query: ListVideos): Promise<Page<Video>> {
  const { statement, read } = publicList(ctx, query)
  const [rows] = await ctx.near.batch([statement])
  return read(rows)
}

/** Prepares the statement of a public list apart from its reading, so that several fit in one batch. */
export function publicList(
  ctx: ReadContext,
  { limit, cursor, tag, ...list }: ListVideos & Pick<PublicList, 'ownerNamed' | 'categoryNamed'>,
) {
  const [key, id] = cursor ? decodeCursor(cursor, 'number', 'number') : []
  const after = key !== undefined && id !== undefined ? { key, id } : undefined
  return {
    statement:
      tag === undefined
        ? publicVideos(ctx.db, { ...list, limit: limit + 1, after })
        : videosOfTag(ctx.db, { slug: tag, sort: list.sort, limit: limit + 1, after }),
    read: (rows: VideoRow[]): Page<Video> =>
      cards(
        ctx,
        page(rows, limit, (row) => [row[publicSortKeys[list.sort]], row.id]),
      ),
  }
}

function cards(ctx: ReadContext, { items, nextCursor }: Page<VideoRow>): Page<Video> {
  return { items: items.map((row) => videoCard(ctx, row)), nextCursor }
}
