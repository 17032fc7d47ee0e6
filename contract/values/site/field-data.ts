/** Patterns of the pages that are measured. A report doesn't say which video, tag, name or list it was. */
export const fieldRoutes = [
  '/',
  '/video/:id',
  '/categories',
  '/tag/:slug',
  '/premium',
  '/search',
  '/trending',
  '/u/:username',
  '/list/:key',
  '/following',
  '/lists',
  '/signin',
  '/signup',
  '/account',
  '/upload-video',
  '/my-videos',
] as const
export type FieldRoute = (typeof fieldRoutes)[number]

/** Errors that a viewer met: three of a media element, one of our scripts, or a response of 500 or more. */
export const fieldErrors = ['network', 'decode', 'source', 'script', 'server'] as const
export type FieldError = (typeof fieldErrors)[number]

/** Qualities that are distinguished; others count as the nearest. */
export const fieldQualities = [240, 360, 480, 720, 1080, 1440, 2160] as const
export type FieldQuality = (typeof fieldQualities)[number]

/** Times are in milliseconds; a layout shift has no unit. */
export const timeMetrics = ['lcp', 'inp', 'cls', 'firstFrame'] as const
export type TimeMetric = (typeof timeMetrics)[number]

/** Returns a value for each metric. */
export function ofTimeMetrics<Value>(value: (metric: TimeMetric) => Value): Record<TimeMetric, Value> {
  return Object.fromEntries(timeMetrics.map((metric) => [metric, value(metric)])) as Record<TimeMetric, Value>
}

/** Number of a route's visits with a figure in a bucket. */
export interface FieldCount {
  metric: string
  route: string
  bucket: string
  count: number
}

/**
 * A figure is good up to the first limit and poor beyond the second. The limits are web.dev's, except those
 * of the first frame, which are ours.
 */
export const fieldLimits: Record<TimeMetric, readonly [good: number, poor: number]> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  firstFrame: [1000, 3000],
}

const times = [
  0, 50, 100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1250, 1500, 1750, 2000, 2500, 3000, 3500, 4000,
  5000, 6000, 8000, 10_000, 15_000, 30_000,
]
const shifts = [0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 1, 2]

/** Lower bounds of each histogram's buckets, which include the limits. The last bucket has no upper bound. */
export const bucketStarts: Record<TimeMetric, readonly number[]> = {
  lcp: times,
  inp: times,
  cls: shifts,
  firstFrame: times,
}

/** The highest figures that a report may contain, so that one report can't outweigh a day. */
export const fieldMost = { time: 600_000, shift: 100, stalls: 50, cached: 500 } as const

/** Number of days that the panel shows, and that the table keeps. */
export const fieldDays = { shown: 7, kept: 30 } as const
