import type { PageQuery } from '#contract/schemas/shared/lists'
import type { Notice } from '#contract/schemas/site/notices'
import { type NoticeCursor, type NoticeRow, noticesPage } from '#db/queries/site/notices'
import type { UserContext } from '../../context'
import { decodeCursor, expiredPage, type Page, sparsePage } from '../../shared/pagination'
import { isoTime } from '../../shared/time'
import { toldKinds } from './told-kinds'

/** The most reads for one page, if many of its rows are left out. */
const pagesAtMost = 5

/**
 * Lists the account's notifications, latest first. Those about a video or comments that it may not know of
 * are left out, so a page that isn't full after some reading may have a next one.
 */
export async function listNotices(ctx: UserContext, { limit, cursor }: PageQuery): Promise<Page<Notice>> {
  const found: NoticeRow[] = []
  let nextCursor = cursor ?? null
  for (let read = 0; read < pagesAtMost; read += 1) {
    const next = await rowsAfter(ctx, nextCursor, limit - found.length)
    found.push(...next.items)
    nextCursor = next.nextCursor
    if (nextCursor === null || found.length === limit) break
  }
  return { items: found.map((row) => view(row, ctx.actor.noticesReadAt)), nextCursor }
}

async function rowsAfter(ctx: UserContext, cursor: string | null, limit: number): Promise<Page<NoticeRow>> {
  const { actor, db, now } = ctx
  const atMost = limit + 1
  const of = { userId: actor.id, kinds: toldKinds(ctx, actor.mutedNotices), now }
  const rows = await noticesPage(db, of, atMost, cursor === null ? undefined : placeOf(cursor))
  return sparsePage(rows.sort(laterFirst), {
    limit,
    atMost,
    matches: isTold,
    cursorOf: ({ at, source, id }) => [at, source, id],
  })
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

/**
 * Tells whether a notification is shown: a decision always is, whatever happened to its video. One about
 * others' acts on a video is shown while the account may know of the video.
 */
function isTold({ kind, videoId, username }: NoticeRow): boolean {
  if (kind === 'comment' || kind === 'reply') return videoId !== null && username !== null
  return videoId !== null || kind !== 'video'
}

function view(row: NoticeRow, readUpTo: number): Notice {
  const { source, id, kind, outcome, at, readAt, count, videoId, title, username, ref, commentId } = row
  return {
    id: `${source === 'video' ? 'v' : 'n'}${id}`,
    kind,
    outcome,
    at: isoTime(at),
    isRead: readAt !== null || at <= readUpTo,
    count,
    video: videoId !== null && title !== null ? { id: videoId, title } : null,
    username,
    ref,
    commentId,
  }
}
