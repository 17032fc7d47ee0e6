import { foldText } from '../shared/fold'

/** A tag, as pages name it and link to it. */
export interface Tag {
  /** As in `/tag/{slug}`. */
  slug: string
  name: string
}

/** Number of tags on one video. */
export const maxTags = 15
/** Characters of a name, not UTF-16 units. */
export const tagLength = { min: 2, max: 40 } as const
/** Longer than a name, since a letter may unfold to several. */
export const slugLength = { max: 200 } as const
/** Number of letters after which tags are suggested, and number of suggestions. */
export const tagSuggestions = { after: 2, most: 8 } as const
/** Number of a tag's newest videos, among which its page lists the most popular. */
export const popularWithinTag = 500

export const tagFilters = ['all', 'blocked', 'merged'] as const
export type TagFilter = (typeof tagFilters)[number]

export const tagMessages = {
  short: `A tag needs at least ${tagLength.min} characters.`,
  long: `A tag can have up to ${tagLength.max} characters.`,
  letters: 'Use letters, digits, spaces, hyphens and apostrophes.',
  many: `A video can have up to ${maxTags} tags.`,
  blocked: (name: string) => `“${name}” can't be used as a tag here.`,
} as const

/** Returns a tag's name as it is stored: `#Slow  Light` is `slow light`. */
export function tagName(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[‐‑–]/g, '-')
  return plain
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/^[\s#]+/, '')
    .trim()
}

/**
 * Returns the slug of a typed tag: names that differ only in case, accents, width or punctuation share it.
 */
export function tagSlug(text: string): string {
  return foldText(tagName(text))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** Returns why a name can't be a tag's; null if it can. */
export function tagFault(name: string): string | null {
  const length = [...name].length
  if (length > tagLength.max) return tagMessages.long
  if (!/^[\p{L}\p{M}\p{N} '-]*$/u.test(name)) return tagMessages.letters
  if (length < tagLength.min) return tagMessages.short
  return tagSlug(name) === '' ? tagMessages.letters : null
}

/** Returns the names without duplicates: each tag under its first name. */
export function distinctTags(names: readonly string[]): string[] {
  const bySlug = new Map<string, string>()
  for (const name of names) if (!bySlug.has(tagSlug(name))) bySlug.set(tagSlug(name), name)
  return [...bySlug.values()]
}
