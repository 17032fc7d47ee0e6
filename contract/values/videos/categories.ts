/**
 * The category Uncategorized, which receives the videos of a deleted category. It can't be deleted, keeps its
 * slug, and comes last.
 */
export const uncategorizedId = 1
/** Maximum number of categories besides Uncategorized, since all are reordered in one request. */
export const maxCategories = 200
/** Slug of the page of all categories, which no category can have. */
export const allSlug = 'all'

export const categoryNameLength = { max: 60 } as const

/** Returns a category's slug: lowercase letters, digits, and a hyphen for anything else. */
export function toSlug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9-]/g, '-')
}
