import { type Tag, tagMessages, tagSlug } from '#contract/values/videos/tags'
import { tagsOfSlugs } from '#db/queries/videos/tags'
import { invalidField } from '#worker/errors'
import type { ServiceContext } from '../../context'

/**
 * Returns the tags of these names, in their order and each once: a merged one is the tag in its place. Throws
 * on the field for a blocked one.
 */
export async function resolveTags({ db }: ServiceContext, names: readonly string[]): Promise<Tag[]> {
  if (names.length === 0) return []
  const known = new Map((await tagsOfSlugs(db, names.map(tagSlug))).map((row) => [row.used, row]))
  const blocked = names.find((name) => known.get(tagSlug(name))?.isBlocked)
  if (blocked !== undefined) throw invalidField('tags', tagMessages.blocked(blocked))
  const tags = names.map((name) => known.get(tagSlug(name)) ?? { slug: tagSlug(name), name })
  return [...new Map(tags.map(({ slug, name }) => [slug, { slug, name }])).values()]
}

export function slugsOf(tags: readonly Tag[]): string[] {
  return tags.map(({ slug }) => slug)
}
