import type { Suggestion } from '#contract/schemas/videos/search'
import { searchLength } from '#contract/values/shared/limits'
import { cutQuery, suggestCounts, suggestFrom } from '#contract/values/videos/search'
import { tagSlug } from '#contract/values/videos/tags'
import { namesOfWords, titlesBeginning, uploadersBeginning } from '#db/queries/videos/search/suggest'
import { tagsBeginning } from '#db/queries/videos/tags'
import type { ReadContext } from '../../context'
import { findBlockedInSearch } from '../../shared/blocked-terms'
import { foldTitle } from '../../shared/fold-title'
import { queryWords } from './words'

/** Completes a partly typed search by titles, tags and uploaders' names, in one trip. */
export async function suggest(ctx: ReadContext, typed: string): Promise<Suggestion[]> {
  const { db, near } = ctx
  const words = queryWords(typed)
  const folded = foldTitle(cutQuery(typed, searchLength.max))
  if ([...words.join(' ')].length < suggestFrom || findBlockedInSearch(ctx, typed) !== null) return []
  const [titles, tags, uploaders] = await near.batch([
    titlesBeginning(db, { words, folded }, suggestCounts.title),
    tagsBeginning(db, tagSlug(cutQuery(typed, searchLength.max))),
    uploadersBeginning(db, words),
  ])
  return [
    ...bestTitles(titles, folded).map(({ id, text }) => ({ kind: 'title' as const, id, text })),
    ...mostUsed(tags).map(({ slug, name }) => ({ kind: 'tag' as const, slug, text: name })),
    ...bestNames(uploaders, words).map(({ text }) => ({ kind: 'uploader' as const, text })),
  ]
}

/**
 * Returns each title once, with its most popular video. Titles that begin with the whole typed text come
 * first.
 */
function bestTitles<Title extends { folded: string; popularity: number }>(
  found: Title[],
  typed: string,
): Title[] {
  const begins = ({ folded }: Title) => Number(folded.startsWith(typed))
  const sorted = found.toSorted((a, b) => begins(b) - begins(a) || b.popularity - a.popularity)
  const isFirst = ({ folded }: Title, at: number) => sorted.findIndex((each) => each.folded === folded) === at
  return sorted.filter(isFirst).slice(0, suggestCounts.title)
}

function mostUsed<Tag extends { videoCount: number }>(tags: Tag[]): Tag[] {
  return tags.toSorted((a, b) => b.videoCount - a.videoCount).slice(0, suggestCounts.tag)
}

/** Returns the exact name first, then the uploaders with the most videos. */
function bestNames<Uploader extends { name: string; videos: number }>(
  found: Uploader[],
  words: readonly string[],
): Uploader[] {
  const names = namesOfWords(words)
  const isVery = ({ name }: Uploader) => Number(names.includes(name))
  return found
    .toSorted((a, b) => isVery(b) - isVery(a) || b.videos - a.videos)
    .slice(0, suggestCounts.uploader)
}
