import type { SearchQuery } from '#contract/schemas/videos/search'
import type { Video } from '#contract/schemas/videos/video'
import { minute } from '#contract/values/shared/time'
import { countedAtMost, type SearchInfo, uploadedWithin, videoLengths } from '#contract/values/videos/search'
import { maxWords } from '#contract/values/videos/search-words'
import { type Asked, countHits, searchedVideos, type VideoFilter } from '#db/queries/videos/search/search'
import type { ReadContext } from '../../context'
import { findBlockedInSearch, refuseBlockedSearch } from '../../shared/blocked-terms'
import { decodeCursor, expiredPage, type Page, page } from '../../shared/pagination'
import { videoCard } from '../model/view'
import { correctWords, suggestWords } from './correct'
import { isTypedWord, queryWords } from './words'

/** A search with fewer hits may have been misspelled. */
const fewHits = 5

export interface FoundVideos extends Page<Video> {
  /** With the first page. */
  info: SearchInfo | null
}

interface Outcome {
  videos: Page<Video>
  info: SearchInfo
  /** Videos that have the words, filters aside: at most `fewHits`. */
  hits: number
}

/**
 * Searches the public videos, or lists them by the filters alone if there are no words. Words that no video
 * uses are corrected; where no video has all of them, those with some are found.
 */
export async function searchVideos(ctx: ReadContext, query: SearchQuery): Promise<FoundVideos> {
  if (query.cursor) return { ...(await goOn(ctx, query, query.cursor)).videos, info: null }
  if (query.q === undefined) return found(await run(ctx, query, null))

  refuseBlockedSearch(ctx, query.q)
  const words = queryWords(query.q)
  if (words.length === 0) return { items: [], nextCursor: null, info: infoOf([]) }
  const typed = await run(ctx, query, all(words))
  if (typed.hits >= fewHits) return found(typed)
  if (typed.hits > 0) {
    const likelier = allowed(ctx, await suggestWords(ctx, words))
    const [[better] = []] = likelier ? await ctx.near.batch([countHits(ctx.db, all(likelier), fewHits)]) : []
    return found(typed, {
      suggestion: better && better.hits > typed.hits ? (likelier?.join(' ') ?? null) : null,
    })
  }
  const corrected = allowed(ctx, await correctWords(ctx, words))
  if (corrected) {
    const outcome = await run(ctx, query, all(corrected))
    if (outcome.hits > 0) return found(outcome, { corrected: corrected.join(' ') })
  }
  if (words.length === 1) return found(typed)
  const partly = await run(ctx, query, { ...all(corrected ?? words), joined: 'OR' })
  return found(partly, { isPartial: partly.hits > 0, corrected: corrected?.join(' ') ?? null })
}

/** Returns other words, unless the operator blocked them. */
function allowed(ctx: ReadContext, words: string[] | null): string[] | null {
  return words && findBlockedInSearch(ctx, words.join(' ')) === null ? words : null
}

function all(words: readonly string[]): Asked {
  return { words, joined: 'AND' }
}

function found({ videos, info }: Outcome, about: Partial<SearchInfo> = {}): FoundVideos {
  return { ...videos, info: { ...info, ...about } }
}

function infoOf([first]: { matches: number; lookedAt: number | null }[]): SearchInfo {
  const { matches, lookedAt } = first ?? { matches: 0, lookedAt: null }
  return {
    matches: Math.min(matches, countedAtMost),
    isMore: matches > countedAtMost,
    lookedAt,
    corrected: null,
    suggestion: null,
    isPartial: false,
  }
}

/** Continues with the words that the first page decided on. */
function goOn(ctx: ReadContext, query: SearchQuery, cursor: string): Promise<Outcome> {
  if (query.q === undefined) {
    const [key, id] = decodeCursor(cursor, 'number', 'number')
    return run(ctx, query, null, { key, id })
  }
  const [key, id, joined, text] = decodeCursor(cursor, 'number', 'number', 'string', 'string')
  refuseBlockedSearch(ctx, text)
  const words = text.split(' ')
  if (words.length > maxWords || !words.every(isTypedWord)) throw expiredPage()
  const asked: Asked = { ...all(words), joined: joined === 'OR' ? 'OR' : 'AND' }
  return run(ctx, query, asked, { key, id })
}

async function run(
  ctx: ReadContext,
  query: SearchQuery,
  asked: Asked | null,
  after?: { key: number; id: number },
): Promise<Outcome> {
  const { limit, sort } = query
  const filter = filterOf(ctx, query)
  const statement = searchedVideos(ctx.db, { asked, sort, after, filter, limit: limit + 1 })
  // An account's history is private, so a search that depends on it isn't copied.
  const source = filter.unwatchedBy === undefined ? ctx.near : ctx.db
  const [rows, hits = []] = await source.batch([
    statement,
    ...(asked && !after ? ([countHits(ctx.db, asked, fewHits)] as const) : []),
  ])
  const videos = rows.filter(({ id }) => id !== null)
  const { items, nextCursor } = page(videos, limit, ({ rankKey, id }) =>
    asked ? [rankKey, id, asked.joined, asked.words.join(' ')] : [rankKey, id],
  )
  return {
    videos: { items: items.map((row) => videoCard(ctx, row)), nextCursor },
    info: infoOf(rows),
    hits: hits[0]?.hits ?? 0,
  }
}

function filterOf({ actor, now }: ReadContext, query: SearchQuery): VideoFilter {
  const { categoryId, isPremium, length, uploaded, quality, hideWatched } = query
  return {
    categoryId,
    isPremium,
    length: length && videoLengths[length],
    // To the minute, so that it is the same search for everyone.
    uploadedSince: uploaded && now - (now % minute) - uploadedWithin[uploaded],
    quality,
    unwatchedBy: hideWatched && actor.kind === 'user' ? actor.id : undefined,
  }
}
