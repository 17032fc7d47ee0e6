import type { Suggestion } from '../../../../contract/schemas/videos/search'
import { suggestCounts, suggestFrom } from '../../../../contract/values/videos/search'
import { titlesBeginning, uploadersBeginning } from '../../../../db/queries/videos/suggest'
import { tagsBeginning } from '../../../../db/queries/videos/tags'
import type { ServiceContext } from '../../context'
import { findBlockedTerm } from '../../shared/blocked-terms'
import { queryWords } from './words'

/** Completes what is being typed: titles, tags and uploaders' names, in one trip. */
export async function suggest(ctx: ServiceContext, typed: string): Promise<Suggestion[]> {
  const { db } = ctx
  const words = queryWords(typed)
  const folded = words.join(' ')
  if ([...folded].length < suggestFrom || findBlockedTerm(ctx, typed) !== null) return []
  const [titles, tags, uploaders] = await db.batch([
    titlesBeginning(db, { words, folded }, suggestCounts.title),
    tagsBeginning(db, words.join('-')),
    uploadersBeginning(db, words, suggestCounts.uploader),
  ])
  return [
    ...titles.map(({ id, text }) => ({ kind: 'title' as const, id, text })),
    ...mostUsed(tags).map(({ slug, name }) => ({ kind: 'tag' as const, slug, text: name })),
    ...uploaders.map(({ text }) => ({ kind: 'uploader' as const, text })),
  ]
}

function mostUsed<Tag extends { videoCount: number }>(tags: Tag[]): Tag[] {
  return tags.toSorted((a, b) => b.videoCount - a.videoCount).slice(0, suggestCounts.tag)
}
