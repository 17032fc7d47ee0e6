import * as z from 'zod'
import { historySearchLength, savedOrders } from '../../values/videos/library'
import { pageQuery } from '../shared/lists'
import { line, time } from '../shared/parts'
import { video } from './videos'

export const historyQuery = pageQuery.extend({
  /** Words from the title. */
  q: line.max(historySearchLength.max).optional(),
})

export const watchedVideo = z.object({
  video,
  watchedAt: time,
  /** Second to resume at; null when hardly begun or watched to the end. */
  position: z.number().nullable(),
})
export type WatchedVideo = z.infer<typeof watchedVideo>

export const savedQuery = pageQuery.extend({ order: z.enum(savedOrders).default('own') })

export const savedVideo = z.object({ video, savedAt: time })
export type SavedVideo = z.infer<typeof savedVideo>

export const libraryVideo = z.object({ videoId: z.coerce.number().int().positive().max(1e15) })

/** Where a saved video moves in the account's own order: before another video or, with null, to the end. */
export const placeSavedInput = z.strictObject({ before: z.number().int().positive().nullable() })
