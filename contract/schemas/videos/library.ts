import * as z from 'zod'
import { historySearchLength, savedOrders } from '../../values/videos/library'
import { pageQuery } from '../shared/lists'
import { typedLine } from '../shared/parts'
import type { Video } from './video'

export const historyQuery = pageQuery.extend({
  /** Words from the title. */
  q: typedLine.max(historySearchLength.max).optional(),
})

export interface WatchedVideo {
  video: Video
  watchedAt: string
  /** Second to resume at; null when hardly begun or watched to the end. */
  position: number | null
}

export const savedQuery = pageQuery.extend({ order: z.enum(savedOrders).default('own') })

export interface SavedVideo {
  video: Video
  savedAt: string
}

export const libraryVideo = z.object({ videoId: z.coerce.number().int().positive().max(1e15) })

/** A saved video's new place in the account's own order: before another video or, with null, at the end. */
export const placeSavedInput = z.strictObject({ before: z.number().int().positive().nullable() })
