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
 * A sampled browser's report on one visit to a page. It holds only numbers and words from short lists:
 * nothing can identify the viewer or the video.
 */
export const fieldReport = z.strictObject({
  route: z.enum(fieldRoutes),
  lcp: milliseconds.optional(),
  inp: milliseconds.optional(),
  cls: z.number().min(0).max(fieldMost.shift).optional(),
  /** From the start of the navigation; only if the document came with its video. */
  firstFrame: milliseconds.optional(),
  /** For a video that was played: how often it stopped for data, and the quality at the end. */
  stalls: z.int().min(0).max(fieldMost.stalls).optional(),
  quality: z.literal([...fieldQualities]).optional(),
  errors: z.array(z.enum(fieldErrors)).max(fieldErrors.length).optional(),
  /**
   * Copies requested from the edge cache on behalf of this page: those found there, and those that weren't.
   */
  hits: cached.optional(),
  misses: cached.optional(),
})
export type FieldReport = z.infer<typeof fieldReport>

/** The 75th percentile, estimated from a histogram, and the number of visits that it is based on. */
const figure = z.object({ p75: z.number(), visits: z.number() })
/** Null if no visit reported it. */
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
