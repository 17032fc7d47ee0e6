import * as z from 'zod'
import { curveBins } from '../../values/videos/curve'
import { statisticsDays, viewSources } from '../../values/videos/statistics'
import { linkKeyQuery } from './videos'

export const viewQuery = linkKeyQuery.extend({ from: z.enum(viewSources).default('site') })

/** Which parts of the video a viewer saw: bit 0 is the first. */
export const watchedInput = z.strictObject({
  parts: z
    .number()
    .int()
    .min(1)
    .max(2 ** curveBins - 1),
})

export const statisticsQuery = z.strictObject({
  days: z.coerce
    .number()
    .pipe(z.literal([...statisticsDays]))
    .default(28),
})

const group = z.object({ name: z.string().nullable(), views: z.number() })

/** Premium bought from a video's locked page; null below the smallest group, none included. */
const sales = z.number().nullable()

const day = z.object({
  /** In UTC: `2026-11-21`. */
  day: z.string(),
  views: z.number(),
  /** Likes given less likes taken back. */
  likes: z.number(),
  saves: z.number(),
})

/** Watch time in seconds, from the views that sent a curve; null until there are enough of them. */
const watchSeconds = z.number().nullable()

export const videoStatistics = z.object({
  id: z.number(),
  title: z.string(),
  /** Seconds. */
  duration: z.number().nullable(),
  /** Oldest first, empty days included. */
  days: z.array(day),
  watchSeconds,
  /** For each part of the video, the share of views that saw it; null until there are enough curves. */
  curve: z.array(z.number()).nullable(),
  /** Views by members and by others. */
  audience: z.array(group),
  sources: z.array(group),
  /** By ISO 3166 code. */
  countries: z.array(group),
  sales,
})
export type VideoStatistics = z.infer<typeof videoStatistics>

/** Of all of an account's videos. The views of `days` are two to three minutes late. */
export const ownerStatistics = z.object({
  days: z.array(day),
  /** Those watched most in the period, of the `ownVideosCounted` that were watched most of all. */
  videos: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      views: z.number(),
      likes: z.number(),
      saves: z.number(),
      sales,
    }),
  ),
  /** Made of what the statistics of each of these videos show. */
  countries: z.array(group),
  /** Whether the account has more videos than `videos` and `countries` are made of. */
  more: z.boolean(),
})
export type OwnerStatistics = z.infer<typeof ownerStatistics>
