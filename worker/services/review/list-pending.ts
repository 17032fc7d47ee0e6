import type { PageQuery } from '../../../contract/schemas/lists'
import type { Video } from '../../../contract/schemas/videos'
import { pendingVideos } from '../../../db/queries/review'
import type { ServiceContext } from '../context'
import { decodeCursor, type Page, page } from '../pagination'
import { videoCard } from '../videos/view'

/** A page of what waits for approval, for administrators. */
export async function listPending(ctx: ServiceContext, { limit, cursor }: PageQuery): Promise<Page<Video>> {
  const after = cursor ? decodeCursor(cursor, 'number')[0] : undefined
  const rows = await pendingVideos(ctx.db, limit + 1, after)
  const { items, nextCursor } = page(rows, limit, (row) => [row.id])
  return { items: items.map((row) => videoCard(ctx, row)), nextCursor }
}
