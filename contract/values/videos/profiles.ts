import { MiB } from '../shared/limits'

export const aboutLength = { max: 1000 } as const

/**
 * Pixels on each side of a profile picture: the browser crops it to the larger, and the server accepts any
 * size in between.
 */
export const avatarSize = { min: 32, max: 512 } as const
export const maxAvatarBytes = MiB / 2

/** Number of uploaders that an account can follow. */
export const followsMax = 1000

export const profileMessages = {
  aboutLong: `Use up to ${aboutLength.max.toLocaleString('en')} characters.`,
  notSquare: `Choose a square picture of ${avatarSize.min} to ${avatarSize.max} pixels.`,
} as const

export const followMessages = {
  full: `You follow ${followsMax.toLocaleString('en')} people, the most you can follow. Unfollow someone first.`,
  yourself: "You can't follow yourself.",
} as const
