import * as z from 'zod'
import { aboutLength, profileMessages } from '../../values/videos/profiles'
import { sorts } from '../../values/videos/video'
import { pageQuery } from '../shared/lists'

/** An uploader's page, as everyone sees it. */
export interface Profile {
  id: number
  username: string
  about: string
  avatarUrl: string | null
  /** The month alone: `2026-03`. */
  joined: string
  /** Publicly visible ones, and their views. */
  videos: number
  views: number
  followers: number
}

export const profileVideosQuery = pageQuery.extend({ sort: z.enum(sorts).default('newest') })
export type ProfileVideosQuery = z.infer<typeof profileVideosQuery>

/** What an account says of itself, for itself. */
export interface OwnProfile {
  about: string
  avatarUrl: string | null
}

export const updateProfileInput = z.strictObject({
  about: z
    .string()
    .overwrite((text) => text.replace(/\r\n?/g, '\n'))
    .trim()
    .max(aboutLength.max, profileMessages.aboutLong)
    .optional(),
  /** An upload of kind `avatar`; null takes the picture away. */
  avatarFile: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'Unknown upload.')
    .nullable()
    .optional(),
})
export type UpdateProfile = z.infer<typeof updateProfileInput>

export interface FollowState {
  following: boolean
  followers: number
}

/** Someone whom the account follows. */
export interface Followed {
  id: number
  username: string
  avatarUrl: string | null
  followers: number
  /** Whether the uploader has a page now. */
  hasPage: boolean
  followedAt: string
}
