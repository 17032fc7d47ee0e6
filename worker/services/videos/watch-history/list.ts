import type { WatchedVideo } from '#contract/schemas/videos/library'
import { looseWords } from '#contract/values/videos/search-words'
import { type WatchedRow, watchedPage } from '#db/queries/videos/library/watch-history'
import { maySee } from '#worker/policy/video-access'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, sparsePage } from '../../shared/pagination'
import { isoTime } from '../../shared/time'
import { holdsWords } from '../model/title-words'
import { videoCard } from '../model/view'

/** Newest entries that one page of a search reads: no index holds the words of titles per account. */
const lookedAt = 200

interface HistoryQuery {
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

/**
 * Lists watched videos, newest first. Those the account may not see now are left out, so a short page may
 * still have a next one.
 */
export async function listHistory(
  ctx: UserContext,
  { q = '', limit, cursor }: HistoryQuery,
): Promise<Page<WatchedVideo>> {
  const [watchedAt, videoId] = cursor ? decodeCursor(cursor, 'number', 'number') : []
  const after = watchedAt !== undefined && videoId !== undefined ? { watchedAt, videoId } : undefined
  const words = looseWords(q)
  const atMost = words.length > 0 ? lookedAt : limit + 1
  const rows = await watchedPage(ctx.db, ctx.actor.id, atMost, after)
  const { items, nextCursor } = sparsePage(rows, {
    limit,
    atMost,
    matches: (row) => maySee(row, ctx.actor) && holdsWords(row.title, words),
    cursorOf: (row) => [row.watchedAt, row.id],
  })
  return { items: items.map((row) => watchedVideo(ctx, row)), nextCursor }
}

function watchedVideo(ctx: UserContext, row: WatchedRow): WatchedVideo {
  return {
    video: videoCard(ctx, row),
    watchedAt: isoTime(row.watchedAt),
    position: row.position || null,
  }
}
