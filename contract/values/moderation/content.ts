/**
 * States by which the content list can be filtered. `live`: visible to the public. `private`: not public,
 * including unlisted and scheduled videos.
 */
export const contentStates = [
  'all',
  'live',
  'private',
  'unlisted',
  'scheduled',
  'pending',
  'rejected',
  'broken',
  'held',
] as const
export type ContentState = (typeof contentStates)[number]

/** Orders of the content list. */
export const contentSorts = ['date', 'title', 'views', 'length'] as const
export type ContentSort = (typeof contentSorts)[number]

/** States that have an index of their own, which is always ordered by date. */
const narrowStates: readonly ContentState[] = [
  'private',
  'unlisted',
  'scheduled',
  'pending',
  'rejected',
  'broken',
  'held',
]

/** Returns the orders in which an index can serve a list with these filters, the usual one first. */
export function sortsOfContent(filters: {
  q?: string | undefined
  state: ContentState
  owner?: string | undefined
  reported?: boolean | undefined
}): readonly [ContentSort, ...ContentSort[]] {
  if (filters.owner || filters.reported || narrowStates.includes(filters.state)) return ['date']
  return filters.q ? ['title'] : contentSorts
}

/** Actions on many videos at once. */
export const bulkActions = ['approve', 'reject', 'public', 'private', 'premium', 'free', 'delete'] as const
export type BulkAction = (typeof bulkActions)[number]
/** One page of the list. */
export const bulkSize = 50

/** The parts of a video that staff can correct, by their names in the audit log. */
export const correctedFields = ['title', 'description', 'tags', 'category', 'thumbnail', 'captions'] as const
export type CorrectedField = (typeof correctedFields)[number]
/** Corrections that a video's uploader is shown. */
export const correctionsShown = 5
