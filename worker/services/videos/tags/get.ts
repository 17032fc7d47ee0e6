import type { TagPage } from '#contract/schemas/videos/tags'
import { type Tag, tagSlug, tagSuggestions } from '#contract/values/videos/tags'
import { publicTag, tagsBeginning } from '#db/queries/videos/tags'
import { notFound } from '#worker/errors'
import type { ReadContext } from '../../context'

/**
 * Returns a tag by its slug or name; by that of a merged one, the tag in its place. Null alike for an unknown
 * tag, a blocked one and one of hidden videos alone.
 */
export async function findTag({ db, near }: ReadContext, slug: string): Promise<TagPage | null> {
  const [[tag]] = await near.batch([publicTag(db, tagSlug(slug))])
  return tag ?? null
}

export async function getTag(ctx: ReadContext, slug: string): Promise<TagPage> {
  const tag = await findTag(ctx, slug)
  if (!tag) throw notFound('This tag')
  return tag
}

/** Returns the path of a tag's page, as browsers send it. */
export function tagPath(slug: string): string {
  return `/tag/${encodeURIComponent(slug)}`
}

/** Suggests public tags for a partly typed name, the most used first. */
export async function suggestTags({ db, near }: ReadContext, typed: string): Promise<Tag[]> {
  const beginning = tagSlug(typed)
  if ([...beginning].length < tagSuggestions.after) return []
  const [found] = await near.batch([tagsBeginning(db, beginning)])
  return found
    .sort((one, other) => other.videoCount - one.videoCount || one.slug.localeCompare(other.slug))
    .slice(0, tagSuggestions.most)
    .map(({ slug, name }) => ({ slug, name }))
}
