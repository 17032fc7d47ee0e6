/** Patterns of the pages that are measured. Which video, tag, name or list it was isn't part of a report. */
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

/** What went wrong for a viewer: three faults of a media element, one of our scripts, an answer of 500 or more. */
export const fieldErrors = ['network', 'decode', 'source', 'script', 'server'] as const
export type FieldError = (typeof fieldErrors)[number]

/** Qualities that are told apart; others count as the nearest. */
export const fieldQualities = [240, 360, 480, 720, 1080, 1440, 2160] as const
export type FieldQuality = (typeof fieldQualities)[number]

/** Times are in milliseconds; a layout shift has no unit. */
export const timeMetrics = ['lcp', 'inp', 'cls', 'firstFrame'] as const
export type TimeMetric = (typeof timeMetrics)[number]

/** Returns something of each. */
export function ofTimeMetrics<Value>(value: (metric: TimeMetric) => Value): Record<TimeMetric, Value> {
  return Object.fromEntries(timeMetrics.map((metric) => [metric, value(metric)])) as Record<TimeMetric, Value>
}

/** How many visits of a route had a figure in a bucket. */
export interface FieldCount {
  metric: string
  route: string
  bucket: string
  count: number
}

/** Up to the first it is good, beyond the second it is poor: as web.dev has them, and our own of the first frame. */
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

/** Where the buckets of each histogram begin; the limits are among them. The last one has no end. */
export const bucketStarts: Record<TimeMetric, readonly number[]> = {
  lcp: times,
  inp: times,
  cls: shifts,
  firstFrame: times,
}

/** What a report may say at most, so that one can't outweigh a day. */
export const fieldMost = { time: 600_000, shift: 100, stalls: 50, cached: 500 } as const

/** Days that the panel shows, and that the table keeps. */
export const fieldDays = { shown: 7, kept: 30 } as const
