/** States of a video. The public sees videos that are ready, approved, public and without a hold. */
export const videoStatuses = ['processing', 'ready', 'failed'] as const
export type VideoStatus = (typeof videoStatuses)[number]

export const reviews = ['approved', 'pending', 'rejected'] as const
export type Review = (typeof reviews)[number]

export const holds = ['quarantine', 'removed', 'ban', 'deletion'] as const
export type Hold = (typeof holds)[number]

/** How a premium video's poster looks to those who can't play it. */
export const posterStyles = ['clear', 'blurred'] as const
export type PosterStyle = (typeof posterStyles)[number]

export const sorts = ['newest', 'popular'] as const

/** What an uploader chooses. Unlisted: open to those who have the key in its link, and in no list. */
export const visibilities = ['public', 'unlisted', 'private'] as const
export type Visibility = (typeof visibilities)[number]

/** How far ahead a video can be scheduled, in days. */
export const scheduleMaxDays = 366

export const ownTabs = ['all', 'public', 'unlisted', 'scheduled', 'private', 'premium', 'free'] as const
export type OwnTab = (typeof ownTabs)[number]
