import * as z from 'zod'
import { curveBins } from '../../values/videos/curve'
import { statisticsDays, viewSources } from '../../values/videos/statistics'
import { linkKeyQuery } from './video'

export const viewQuery = linkKeyQuery.extend({ from: z.enum(viewSources).default('site') })

/** The parts of the video that a viewer saw: bit 0 is the first. */
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

interface Group {
  name: string | null
  views: number
}

interface Day {
  /** In UTC: `2026-11-21`. */
  day: string
  views: number
  /** Likes given minus likes taken back. */
  likes: number
  saves: number
}

export interface VideoStatistics {
  id: number
  title: string
  /** Seconds. */
  duration: number | null
  /** Oldest first, empty days included. */
  days: Day[]
  /** From the views that sent a curve; null until there are enough of them. */
  watchSeconds: number | null
  /** For each part of the video, the share of views that saw it; null until there are enough curves. */
  curve: number[] | null
  /** Views by members and by others. */
  audience: Group[]
  sources: Group[]
  /** By ISO 3166 code. */
  countries: Group[]
  /** Premium bought from the video's locked page; null below the smallest group, zero included. */
  sales: number | null
}

/** Statistics of all of an account's videos. The views in `days` are two to three minutes late. */
export interface OwnerStatistics {
  days: Day[]
  /** Sum of the watch times shown for each of the counted videos; null if none is shown. */
  watchSeconds: number | null
  /** The videos watched most in the period, among the `ownVideosCounted` most watched of all time. */
  videos: {
    id: number
    title: string
    views: number
    likes: number
    saves: number
    sales: number | null
  }[]
  /** Sums of the statistics shown for each of these videos. */
  countries: Group[]
  /** Whether the account has more videos than `videos` and `countries` are computed from. */
  more: boolean
}
