import * as z from 'zod'
import { aboutLength, profileMessages } from '../../values/videos/profiles'
import { sorts } from '../../values/videos/video'
import { pageQuery } from '../shared/lists'
import { prose } from '../shared/parts'

/** An uploader's page, as everyone sees it. */
export interface Profile {
  id: number
  username: string
  about: string
  avatarUrl: string | null
  /** Only the month: `2026-03`. */
  joined: string
  /** The number of publicly visible videos, and their views. */
  videos: number
  views: number
  followers: number
}

export const profileVideosQuery = pageQuery.extend({ sort: z.enum(sorts).default('newest') })
export type ProfileVideosQuery = z.infer<typeof profileVideosQuery>

/** The text and picture of an account's own page, for its owner. */
export interface OwnProfile {
  about: string
  avatarUrl: string | null
}

export const updateProfileInput = z.strictObject({
  about: prose
    .overwrite((text) => text.replace(/\r\n?/g, '\n'))
    .max(aboutLength.max, profileMessages.aboutLong)
    .optional(),
  /** An upload of kind `avatar`; null removes the picture. */
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

/** An uploader whom the account follows. */
export interface Followed {
  id: number
  username: string
  avatarUrl: string | null
  followers: number
  /** Whether the uploader has a page now. */
  hasPage: boolean
  followedAt: string
}
