import * as z from 'zod'
import type { SiteLogo } from '../../values/shared/look'
import { video } from './video'

/**
 * The video of a frame on another site: free, and public or opened by its key, with media URLs of its own that
 * expire within an hour.
 */
export const embeddedVideo = video
  .pick({
    id: true,
    title: true,
    thumbnailUrl: true,
    storyboard: true,
    captions: true,
    duration: true,
    views: true,
  })
  .extend({
    sources: video.shape.sources.unwrap(),
    /** Seconds until the URLs expire, unless they are renewed. */
    expiresIn: z.number().int(),
  })
export type EmbeddedVideo = z.infer<typeof embeddedVideo>

/**
 * Boot data that the worker writes into the frame's document. Only the age confirmation varies between
 * viewers.
 */
export interface EmbedBoot {
  siteName: string
  /** `#rrggbb`; null: the theme's own. */
  accent: string | null
  /** The operator's own; null: the site's mark and name. */
  logo: SiteLogo | null
  /** Null when there is nothing to show. */
  id: number | null
  /** The key in an unlisted video's link. */
  key?: string | undefined
  /**
   * `gate`: the age isn't confirmed in this frame. Neither `gate` nor `ready` reveals anything about the
   * video; when `ready`, the frame requests it at once.
   */
  state: 'gate' | 'ready' | 'locked' | 'missing' | 'closed'
}
