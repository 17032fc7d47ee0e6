import { encodedRenditions, highestEncoded, qualityOf } from '../../../contract/values/videos/ladder'
import {
  previewParts,
  previewQuality,
  previewSeconds,
  trailerQuality,
  trailerSeconds,
} from '../../../contract/values/videos/media'
import type { Cut } from '../cut/cut'
import { encodedBitrate, encodedSize, type Size } from '../transcode/transcode-size'

export interface RenditionPlan extends Size {
  quality: number
  /** Bits per second. */
  bitrate: number
}

interface Picture extends Size {
  /** Bits per second of the whole file. */
  bitrate: number
  /** Whether it is H.264: then the source tops its own ladder, else the top is encoded as well. */
  isAvc: boolean
}

/** Plans the renditions of a source, lowest first. `source` has its size before rotation. */
export function planRenditions(source: Picture): RenditionPlan[] {
  const quality = qualityOf(source.width, source.height)
  const lower = encodedRenditions
    .filter(({ fromSource }) => quality >= fromSource)
    .map((rendition) => planRendition(source, rendition.quality, rendition.bitrate))
  if (source.isAvc) return lower
  const size = encodedSize(source, highestEncoded)
  const top = planRendition(source, qualityOf(size.width, size.height), encodedBitrate(size, source))
  return [...lower.filter((rendition) => rendition.quality < top.quality), top]
}

/** Plans the preview: small, and no better than the video itself. */
export function planPreview(source: Picture): RenditionPlan {
  return planRendition(source, Math.min(previewQuality, qualityOf(source.width, source.height)), 450_000)
}

/** Plans the trailer, which also fills the place of the player. */
export function planTrailer(source: Picture): RenditionPlan {
  return planRendition(source, Math.min(trailerQuality, qualityOf(source.width, source.height)), 800_000)
}

function planRendition(source: Picture, quality: number, bitrate: number): RenditionPlan {
  const size = encodedSize(source, quality)
  // More bits than the whole file would add nothing.
  return {
    ...size,
    quality: qualityOf(size.width, size.height),
    bitrate: Math.min(bitrate, encodedBitrate(size, source)),
  }
}

/** Returns the stretches that a preview shows, in seconds of the video; a shorter video is shown whole. */
export function previewStretches(duration: number): Cut[] {
  if (duration <= previewSeconds) return [{ start: 0, end: duration }]
  const length = previewSeconds / previewParts
  return Array.from({ length: previewParts }, (_, part) => {
    const start = ((part + 0.5) * duration) / previewParts - length / 2
    return { start, end: start + length }
  })
}

/** Returns the stretch that a trailer shows; one that would begin too late ends with the video. */
export function trailerStretch(duration: number, start: number): Cut {
  const from = Math.max(0, Math.min(start, duration - trailerSeconds))
  return { start: from, end: Math.min(duration, from + trailerSeconds) }
}
