/** States of a video. The public sees videos that are ready, approved, public and without a hold. */
export const videoStatuses = ['processing', 'ready', 'failed'] as const
export type VideoStatus = (typeof videoStatuses)[number]

export const reviews = ['approved', 'pending', 'rejected'] as const
export type Review = (typeof reviews)[number]

/** `trash`: its owner deleted it, and may still restore it. */
export const holds = ['quarantine', 'removed', 'ban', 'deletion', 'trash'] as const
export type Hold = (typeof holds)[number]

/** Appearance of a premium video's poster to viewers who can't play it. */
export const posterStyles = ['clear', 'blurred'] as const
export type PosterStyle = (typeof posterStyles)[number]

export const sorts = ['newest', 'popular'] as const

/**
 * The uploader's choice of visibility. Unlisted: open to viewers who have the key in its link, and in no
 * list.
 */
export const visibilities = ['public', 'unlisted', 'private'] as const
export type Visibility = (typeof visibilities)[number]

/** Number of days that a video can be scheduled ahead. */
export const scheduleMaxDays = 366

/** Tabs of My Videos. From `processing` on they are states in which few accounts have videos. */
export const ownTabs = [
  'all',
  'public',
  'unlisted',
  'scheduled',
  'private',
  'premium',
  'free',
  'processing',
  'pending',
  'rejected',
  'failed',
  'deleted',
] as const
export type OwnTab = (typeof ownTabs)[number]

export const ownSorts = ['date', 'views', 'likes', 'length'] as const
export type OwnSort = (typeof ownSorts)[number]

/** Deleted videos can be restored for this many days. */
export const trashDays = 7

/** An owner's actions on many videos at once. */
export const ownBulkActions = [
  'public',
  'unlisted',
  'private',
  'premium',
  'free',
  'category',
  'delete',
  'restore',
  'delete-for-good',
] as const
export type OwnBulkAction = (typeof ownBulkActions)[number]
/** Maximum number of videos in one such action. */
export const ownBulkSize = 50
