import * as z from 'zod'
import {
  fieldErrors,
  fieldMost,
  fieldQualities,
  fieldRoutes,
  ofTimeMetrics,
} from '../../values/site/field-data'

const milliseconds = z.number().min(0).max(fieldMost.time)
const cached = z.int().min(0).max(fieldMost.cached)

/**
 * What a sampled browser tells of one visit of a page. Numbers and words of short lists alone: there is no room for who
 * it was, or for which video.
 */
export const fieldReport = z.strictObject({
  route: z.enum(fieldRoutes),
  lcp: milliseconds.optional(),
  inp: milliseconds.optional(),
  cls: z.number().min(0).max(fieldMost.shift).optional(),
  /** From the start of the navigation; only where the document came with its video. */
  firstFrame: milliseconds.optional(),
  /** For a video that was played: how often it stopped for data, and the quality at the end. */
  stalls: z.int().min(0).max(fieldMost.stalls).optional(),
  quality: z.literal([...fieldQualities]).optional(),
  errors: z.array(z.enum(fieldErrors)).max(fieldErrors.length).optional(),
  /** Copies asked for at the edge on behalf of this page: those that were there, and those that weren't. */
  hits: cached.optional(),
  misses: cached.optional(),
})
export type FieldReport = z.infer<typeof fieldReport>

/** The 75th percentile, as estimated from a histogram, and how many visits it is of. */
const figure = z.object({ p75: z.number(), visits: z.number() })
/** Null where no visit had it. */
const figures = ofTimeMetrics(() => figure.nullable())

export const fieldData = z.object({
  /** Whether the setting lets browsers report. */
  isOn: z.boolean(),
  from: z.enum(['analytics-engine', 'database']),
  days: z.number().int(),
  visits: z.number(),
  ...figures,
  /** Most visited first. */
  routes: z.array(z.object({ route: z.string(), visits: z.number(), ...figures })),
  plays: z.object({ count: z.number(), stalled: z.number() }),
  /** Lowest first. */
  qualities: z.array(z.object({ quality: z.number(), plays: z.number() })),
  /** Visits with such an error. */
  errors: z.array(z.object({ code: z.enum(fieldErrors), visits: z.number() })),
  edgeCache: z.object({ hits: z.number(), misses: z.number() }),
  /** Cloudflare's data centres, the most frequent first. */
  colos: z.array(z.object({ colo: z.string(), visits: z.number() })),
})
export type FieldData = z.infer<typeof fieldData>
