import type { SavedVideo } from '#contract/schemas/videos/library'
import type { SavedOrder } from '#contract/values/videos/library'
import { savedPage } from '#db/queries/videos/library/saved'
import { maySee } from '#worker/policy/video-access'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, sparsePage } from '../../shared/pagination'
import { isoTime } from '../../shared/time'
import { videoCard } from '../model/view'

interface SavedQuery {
  order: SavedOrder
  limit: number
  cursor?: string | undefined
}

/** Lists saved videos. Those the account may not see are left out, so a short page may have a next one. */
export async function listSaved(
  ctx: UserContext,
  { order, limit, cursor }: SavedQuery,
): Promise<Page<SavedVideo>> {
  const [by, videoId] = cursor ? decodeCursor(cursor, 'number', 'number') : []
  const after = by !== undefined && videoId !== undefined ? { by, videoId } : undefined
  const atMost = limit + 1
  const rows = await savedPage(ctx.db, ctx.actor.id, order, atMost, after)
  const { items, nextCursor } = sparsePage(rows, {
    limit,
    atMost,
    matches: (row) => maySee(row, ctx.actor),
    cursorOf: (row) => [order === 'own' ? row.place : row.savedAt, row.id],
  })
  return {
    items: items.map((row) => ({ video: videoCard(ctx, row), savedAt: isoTime(row.savedAt) })),
    nextCursor,
  }
}
