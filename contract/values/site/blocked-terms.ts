/** Limits of the operator's list, one term a line. */
export const blockedTermLimits = { terms: 500, length: 60 } as const

/** The places where a term can be refused. */
export const termPlaces = [
  'title',
  'tag',
  'description',
  'caption',
  'username',
  'profile',
  'comment',
  'list',
  'search',
] as const
export type TermPlace = (typeof termPlaces)[number]

/** Number of terms that the control panel lists, the last refused first. */
export const refusedTermsShown = 100

export const blockedTermMessages = {
  /** Doesn't name the term, so that it teaches no one how to get around it. */
  text: "This text contains a term that isn't allowed here.",
  search: "This search isn't available.",
  many: `List up to ${blockedTermLimits.terms} terms.`,
  long: `A term can have up to ${blockedTermLimits.length} characters.`,
} as const

/** Returns a list as it is stored: lines trimmed, without empty lines or duplicates. */
export function tidyTerms(list: string): string {
  const lines = list.split(/\r\n|\r|\n/).map((line) => line.trim().replace(/\s+/g, ' '))
  return [...new Set(lines.filter(Boolean))].join('\n')
}

/** Returns why a tidy list can't be stored; null if it can. */
export function termsFault(list: string): string | null {
  const terms = list === '' ? [] : list.split('\n')
  if (terms.length > blockedTermLimits.terms) return blockedTermMessages.many
  return terms.some((term) => [...term].length > blockedTermLimits.length) ? blockedTermMessages.long : null
}
