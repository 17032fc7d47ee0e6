import type { Suggestion } from '../../../../contract/schemas/videos/search'
import { suggestCounts, suggestFrom } from '../../../../contract/values/videos/search'
import { tagsBeginning, titlesBeginning, uploadersBeginning } from '../../../../db/queries/videos/suggest'
import type { ServiceContext } from '../../context'
import { queryWords } from './words'

/** Completes what is being typed: titles, tags and uploaders' names, in one trip. */
export async function suggest({ db }: ServiceContext, typed: string): Promise<Suggestion[]> {
  const words = queryWords(typed)
  const folded = words.join(' ')
  if ([...folded].length < suggestFrom) return []
  const [titles, tags, uploaders] = await db.batch([
    titlesBeginning(db, { words, folded }, suggestCounts.title),
    tagsBeginning(db, words.join('-'), suggestCounts.tag),
    uploadersBeginning(db, words, suggestCounts.uploader),
  ])
  return [
    ...titles.map(({ id, text }) => ({ kind: 'title' as const, id, text })),
    ...tags.map(({ slug, text }) => ({ kind: 'tag' as const, slug, text })),
    ...uploaders.map(({ text }) => ({ kind: 'uploader' as const, text })),
  ]
}
