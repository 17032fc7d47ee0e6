import type { AdminVideo, PendingVideoQuery } from '#contract/schemas/moderation/content'
import { pendingVideos, type QueueCursor } from '#db/queries/videos/publishing/review'
import type { ServiceContext } from '../../context'
import { decodeCursor, type Page, page } from '../../shared/pagination'
import { adminVideoView } from '../../videos/browse'
import { inCase } from '../case-viewer/in-case'

/** Lists a page of the videos that await approval. */
export async function listPending(
  ctx: ServiceContext,
  { limit, cursor, order }: PendingVideoQuery,
): Promise<Page<AdminVideo>> {
  const rows = await pendingVideos(ctx.db, limit + 1, order, placeOf(cursor))
  const { items, nextCursor } = page(rows, limit, (row) => [row.waitingSince ?? 0, row.id])
  return { items: items.map((row) => adminVideoView(inCase(ctx), row)), nextCursor }
}

function placeOf(cursor: string | undefined): QueueCursor | undefined {
  if (!cursor) return undefined
  const [since, id] = decodeCursor(cursor, 'number', 'number')
  return { since, id }
}
