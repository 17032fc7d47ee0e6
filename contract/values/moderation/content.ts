/**
 * States by which the content list can be filtered. `live`: visible to the public. `private`: not public, which
 * includes the unlisted and the scheduled.
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

/** Actions on many videos at once. */
export const bulkActions = ['approve', 'reject', 'public', 'private', 'premium', 'free', 'delete'] as const
export type BulkAction = (typeof bulkActions)[number]
/** One page of the list. */
export const bulkSize = 50

/** What staff correct of a video, by its name in the audit log. */
export const correctedFields = ['title', 'description', 'category', 'thumbnail', 'captions'] as const
export type CorrectedField = (typeof correctedFields)[number]
/** Corrections that a video's uploader is shown. */
export const correctionsShown = 5
