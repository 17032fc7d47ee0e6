/** States of a video. What the public sees is ready, approved, public and without a hold. */
export const videoStatuses = ['processing', 'ready', 'failed'] as const
export type VideoStatus = (typeof videoStatuses)[number]

export const reviews = ['approved', 'pending', 'rejected'] as const
export type Review = (typeof reviews)[number]

export const holds = ['quarantine', 'removed', 'ban', 'deletion'] as const
export type Hold = (typeof holds)[number]

export const sorts = ['newest', 'popular'] as const

export const ownTabs = ['all', 'public', 'private', 'premium', 'free'] as const
export type OwnTab = (typeof ownTabs)[number]

export const uploadKinds = ['video', 'image'] as const
export type UploadKind = (typeof uploadKinds)[number]

/** Content types that an upload of each kind may announce; what the bytes are is decided by the server. */
export const uploadTypes: Record<UploadKind, readonly string[]> = {
  video: ['video/mp4', 'video/webm'],
  image: ['image/jpeg', 'image/png', 'image/webp'],
}

export const importStatuses = ['queued', 'fetching', 'probing', 'done', 'failed'] as const
