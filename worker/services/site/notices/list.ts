import type { PageQuery } from '../../../../contract/schemas/shared/lists'
import type { Notice } from '../../../../contract/schemas/site/notices'
import { type NoticeCursor, type NoticeRow, noticesPage } from '../../../../db/queries/site/notices'
import type { UserContext } from '../../context'
import { decodeCursor, expiredPage, type Page, sparsePage } from '../../shared/pagination'
import { isoTime } from '../../shared/time'

/**
 * Lists what the account is told, the latest first. What it turned off, and what is about a video that it may not know
 * of, is left out, so a short page may have a next one.
 */
export async function listNotices(ctx: UserContext, { limit, cursor }: PageQuery): Promise<Page<Notice>> {
  const { actor, db } = ctx
  const atMost = limit + 1
  const of = { userId: actor.id, withVideos: !actor.mutedNotices.includes('video') }
  const rows = await noticesPage(db, of, atMost, cursor ? placeOf(cursor) : undefined)
  const { items, nextCursor } = sparsePage(rows.sort(laterFirst), {
    limit,
    atMost,
    matches: (row) => !actor.mutedNotices.includes(row.kind) && isTold(row),
    cursorOf: ({ at, source, id }) => [at, source, id],
  })
  return { items: items.map((row) => view(row, actor.noticesReadAt)), nextCursor }
}

function placeOf(cursor: string): NoticeCursor {
  const [at, source, id] = decodeCursor(cursor, 'number', 'string', 'number')
  if (source !== 'notice' && source !== 'video') throw expiredPage()
  return { at, source, id }
}

function laterFirst(one: NoticeRow, other: NoticeRow): number {
  if (one.at !== other.at) return other.at - one.at
  if (one.id !== other.id) return other.id - one.id
  return one.source === 'notice' ? -1 : 1
}

/** A decision is told whatever became of its video; what others do on a video, while the account may know of it. */
function isTold({ kind, videoId }: NoticeRow): boolean {
  return videoId !== null || !['video', 'comment', 'reply'].includes(kind)
}

function view(row: NoticeRow, readUpTo: number): Notice {
  const { source, id, kind, outcome, at, readAt, count, videoId, title, username, ref, commentId } = row
  return {
    id: `${source === 'video' ? 'v' : 'n'}${id}`,
    ...{ kind, outcome, at: isoTime(at), isRead: readAt !== null || at <= readUpTo, count },
    video: videoId !== null && title !== null ? { id: videoId, title } : null,
    ...{ username, ref, commentId },
  }
}
