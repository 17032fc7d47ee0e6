import { maxRenditions, qualityOf, renditionTolerance } from '#contract/values/videos/ladder'
import {
  previewQuality,
  storyboardColumns,
  storyboardMostRows,
  storyboardTile,
  trailerQuality,
} from '#contract/values/videos/media'

interface Size {
  width: number
  height: number
}

/** A file as the server read it. */
export interface FileShape extends Size {
  /** Seconds. */
  duration: number
  /** Seconds on the timeline at which its first frame is decoded: 0 for a file that isn't CMAF. */
  start: number
}

export interface LadderSource extends FileShape {
  type: 'mp4' | 'webm'
}

/**
 * Returns a sentence that says why these files can't be renditions of this source, or null. `taken` are its
 * existing qualities. A rendition with another duration, offset or shape would show something that wasn't
 * reviewed.
 */
export function ladderRefusal(
  source: LadderSource,
  renditions: readonly FileShape[],
  taken: readonly number[],
): string | null {
  const there = new Set(taken)
  // A WebM is no rendition of its own ladder, whose top is encoded at its quality.
  if (source.type === 'mp4') there.add(qualityOf(source.width, source.height))
  if (there.size + renditions.length > maxRenditions)
    return `A video can have up to ${maxRenditions} qualities.`
  for (const rendition of renditions) {
    const refusal = renditionRefusal(source, rendition)
    if (refusal) return refusal
    const quality = qualityOf(rendition.width, rendition.height)
    if (there.has(quality)) return `The video has a ${quality}p file already.`
    there.add(quality)
  }
  return null
}

function renditionRefusal(source: LadderSource, rendition: FileShape): string | null {
  const quality = qualityOf(rendition.width, rendition.height)
  const own = qualityOf(source.width, source.height)
  if (quality > own) return `A ${quality}p file can't come from a video of ${own}p.`
  if (quality === own && source.type === 'mp4') return `The video itself is ${own}p already.`
  if (Math.abs(rendition.duration - source.duration) > renditionTolerance.seconds) {
    return `The ${quality}p file lasts ${seconds(rendition.duration)}, the video ${seconds(source.duration)}.`
  }
  if (Math.abs(rendition.start - source.start) > renditionTolerance.seconds) {
    return `The ${quality}p file begins at ${seconds(rendition.start)}, the video at ${seconds(source.start)}.`
  }
  if (!haveSameShape(rendition, source)) {
    return `The ${quality}p file has another shape than the video.`
  }
  return null
}

const clipQualities = { preview: previewQuality, trailer: trailerQuality } as const

/** Returns a sentence that says why this file can't be the source's preview or trailer; null when it can. */
export function clipRefusal(kind: keyof typeof clipQualities, source: Size, clip: Size): string | null {
  const quality = qualityOf(clip.width, clip.height)
  const most = clipQualities[kind]
  if (quality > most) return `A ${kind} may have ${most}p; this one has ${quality}p.`
  return haveSameShape(clip, source) ? null : `The ${kind} has another shape than the video.`
}

/**
 * Returns the rows of a storyboard's grid, or a sentence that says why it doesn't fit a video of this size.
 */
export function storyboardGrid(video: Size, picture: Size): { rows: number } | { refusal: string } {
  const tile = storyboardTile(video.width, video.height)
  const rows = picture.height / tile.height
  if (picture.width !== storyboardColumns * tile.width || !Number.isInteger(rows) || rows < 1) {
    return {
      refusal: `A storyboard of this video has rows of ${storyboardColumns} tiles of ${tile.width} x ${tile.height}.`,
    }
  }
  if (rows > storyboardMostRows) return { refusal: `A storyboard has at most ${storyboardMostRows} rows.` }
  return { rows }
}

/** Sides are rounded to even, which changes a very small picture's shape beyond the tolerance. */
function haveSameShape(made: Size, source: Size): boolean {
  const tolerance = Math.max(renditionTolerance.shape, 2 / qualityOf(made.width, made.height))
  return Math.abs(made.width / made.height / (source.width / source.height) - 1) <= tolerance
}

function seconds(duration: number): string {
  return `${Number(duration.toFixed(1))} s`
}
