import type { ListOwnVideos, OwnCounts, Video } from '../../../../contract/schemas/videos/videos'
import { type OwnRow, ownPage, ownVideoCounts, planOwn } from '../../../../db/queries/videos/own-videos'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, sparsePage } from '../../shared/pagination'
import { isoTimeOrNull } from '../../shared/time'
import { holdsWords, wordsOf } from './title-words'
import { videoCard } from './view'

/** Rows that one look scans where no index holds just the list. */
const lookedAt = 250
/** How many looks a page that would be empty may take before it is returned empty. */
const looksAtMost = 4

/**
 * Lists a page of the account's own videos. No index holds the words of titles, nor each tab in each order: there
 * it scans up to a limit, and a page may be short or empty and still have a next one.
 */
export async function listOwnVideos(ctx: UserContext, query: ListOwnVideos): Promise<Page<Video>> {
  const { tab, sort, limit, q = '' } = query
  const words = wordsOf(q)
  const isAscending = query.order === 'asc'
  const hint = planOwn({ userId: ctx.actor.id, tab, sort, isAscending, words })
  const isWhole = hint.rest === undefined
  let atMost = isWhole ? limit + 1 : words.length > 0 ? lookedAt : 2 * limit
  let after = query.cursor
  for (let look = 1; ; look += 1) {
    const { items, nextCursor } = sparsePage(await ownPage(ctx.db, hint, atMost, placeOf(after)), {
      limit,
      atMost,
      matches: ({ matching, title }) => matching && holdsWords(title, words),
      cursorOf: ({ sortKey, id }) => [sortKey, id],
    })
    if (items.length > 0 || nextCursor === null || look === looksAtMost)
      return { items: items.map((row) => ownView(ctx, row)), nextCursor }
    after = nextCursor
    atMost = lookedAt
  }

  function placeOf(cursor: string | undefined) {
    if (cursor === undefined) return undefined
    const [key, id] = decodeCursor(cursor, 'number', 'number')
    return { key, id }
  }
}

function ownView(ctx: UserContext, row: OwnRow): Video {
  const { trashedAt } = row
  return {
    ...videoCard(ctx, { ...row, username: ctx.actor.username }),
    ...(trashedAt !== null && { trashedAt: isoTimeOrNull(trashedAt) }),
  }
}

export async function countOwnVideos(ctx: UserContext): Promise<OwnCounts> {
  const [row] = await ownVideoCounts(ctx.db, ctx.actor.id)
  if (!row) throw new Error('A count answers with one row')
  const { total, public: shown, unlisted, scheduled, premium, ...states } = row
  return {
    ...{ all: total, public: shown, unlisted, scheduled, private: total - shown - unlisted },
    ...{ premium, free: total - premium },
    ...states,
  }
}
