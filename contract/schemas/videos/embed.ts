import type { z } from 'zod'
import { video } from './videos'

/** What a frame on another site plays: a public free video, with addresses of its own that end after some hours. */
export const embeddedVideo = video
  .pick({ id: true, title: true, thumbnailUrl: true, storyboard: true, captions: true, duration: true })
  .extend({ sources: video.shape.sources.unwrap() })
export type EmbeddedVideo = z.infer<typeof embeddedVideo>

/** What the worker writes into the frame's document. It is the same for everybody but for the age. */
export interface EmbedBoot {
  siteName: string
  /** Null where there is nothing to be shown. */
  id: number | null
  /** `gate`: the age isn't confirmed in this frame, so nothing of the video is said. */
  state: 'gate' | 'ready' | 'locked' | 'missing' | 'closed'
  /** Where it is `ready`. */
  video: EmbeddedVideo | null
}
