import type { ListOwnVideos, OwnCounts, Video } from '#contract/schemas/videos/video'
import { looseWords, maxWords } from '#contract/values/videos/search-words'
import { type OwnCursor, type OwnRow, ownPage, ownVideoCounts } from '#db/queries/videos/own-videos'
import type { UserContext } from '../../context'
import { decodeCursor, type Page, sparsePage } from '../../shared/pagination'
import { isoTimeOrNull } from '../../shared/time'
import { holdsWords } from '../model/title-words'
import { videoCard } from '../model/view'

/**
 * Videos whose titles contain the typed words that one page of a search looks at. In nearly all of them, the
 * words also begin a word of the title.
 */
const candidatesAtMost = 250

/**
 * Lists a page of the account's own videos. Titles are tested for words here, as SQL can't: such a page may be short and
 * still have a next one.
 */
export async function listOwnVideos(ctx: UserContext, query: ListOwnVideos): Promise<Page<Video>> {
  const { tab, sort, limit, cursor, q = '' } = query
  const words = [...new Set(looseWords(q))].slice(0, maxWords)
  const atMost = words.length === 0 ? limit + 1 : candidatesAtMost
  const list = { userId: ctx.actor.id, tab, sort, isAscending: query.order === 'asc', words }
  const { items, nextCursor } = sparsePage(await ownPage(ctx.db, list, atMost, placeOf(cursor)), {
    limit,
    atMost,
    matches: ({ title }) => holdsWords(title, words),
    cursorOf: ({ sortKey, id }) => [sortKey, id],
  })
  return { items: items.map((row) => ownView(ctx, row)), nextCursor }
}

function placeOf(cursor: string | undefined): OwnCursor | undefined {
  if (cursor === undefined) return undefined
  const [key, id] = decodeCursor(cursor, 'number', 'number')
  return { key, id }
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
    all: total,
    public: shown,
    unlisted,
    scheduled,
    private: total - shown - unlisted,
    premium,
    free: total - premium,
    ...states,
  }
}
