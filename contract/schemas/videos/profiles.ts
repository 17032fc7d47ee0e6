import * as z from 'zod'
import { aboutLength, profileMessages } from '../../values/videos/profiles'
import { sorts } from '../../values/videos/videos'
import { pageQuery } from '../shared/lists'
import { time } from '../shared/parts'

/** An uploader's page, as everyone sees it. */
export const profile = z.object({
  id: z.number().int(),
  username: z.string(),
  about: z.string(),
  avatarUrl: z.string().nullable(),
  /** The month alone: `2026-03`. */
  joined: z.string(),
  /** Publicly visible ones, and their views. */
  videos: z.number().int(),
  views: z.number().int(),
  followers: z.number().int(),
})
export type Profile = z.infer<typeof profile>

export const profileVideosQuery = pageQuery.extend({ sort: z.enum(sorts).default('newest') })
export type ProfileVideosQuery = z.infer<typeof profileVideosQuery>

/** What an account says of itself, for itself. */
export const ownProfile = z.object({ about: z.string(), avatarUrl: z.string().nullable() })
export type OwnProfile = z.infer<typeof ownProfile>

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

export const followState = z.object({ following: z.boolean(), followers: z.number().int() })
export type FollowState = z.infer<typeof followState>

/** Someone whom the account follows. */
export const followed = z.object({
  id: z.number().int(),
  username: z.string(),
  avatarUrl: z.string().nullable(),
  followers: z.number().int(),
  /** Whether the uploader has a page now. */
  hasPage: z.boolean(),
  followedAt: time,
})
export type Followed = z.infer<typeof followed>
