import { qualityOf, renditionLevels, renditionShare } from '#contract/values/videos/ladder'
import {
  previewParts,
  previewQuality,
  previewSeconds,
  trailerQuality,
  trailerSeconds,
} from '#contract/values/videos/media'
import type { Cut } from '../source/cut'
import { encodedBitrate, encodedSize, type Size } from '../source/encoded-size'

export interface RenditionPlan extends Size {
  quality: number
  /** Bits per second of the picture. */
  bitrate: number
}

/** A source's picture, in its size before rotation. */
export interface Picture extends Size {
  /** Bits per second of the whole file. */
  bitrate: number
  /** Whether it is H.264: then the source tops its own ladder, else the top is encoded as well. */
  isAvc: boolean
}

/** A source as its ladder is planned. */
export interface PlannedSource extends Picture {
  /** Bits per second of the sound that every rendition carries; 0 where there is none. */
  sound: number
  /** Frames per second. */
  frameRate: number
}

/**
 * Limits of the bits that a picture needs, relative to an average one. The most is low, since the lowest
 * rendition is for slow lines, whatever the picture.
 */
export const complexities = { least: 0.4, most: 1.25 } as const
/** Bits grow more slowly than frames, since frames that follow closely differ less. */
const frameRateGrowth = 0.6
const usualFrameRate = 30
/** Renditions that are too heavy together give up at most this much of their bits before one is left out. */
const leastThinned = 0.5
const leastBitrate = 150_000
/** Highest rendition below a source that tops its own ladder: a closer one would look the same. */
const nextBelow = 0.9
/** Encoders spend up to this much more than they were asked to. */
const overspent = 1.08

/** Returns the bits per second that a picture of this quality needs. */
export function neededBitrate(
  level: { bitrate: number },
  { frameRate }: Pick<PlannedSource, 'frameRate'>,
  complexity: number,
): number {
  const growth = (Math.min(120, Math.max(10, frameRate)) / usualFrameRate) ** frameRateGrowth
  return Math.max(leastBitrate, Math.round(level.bitrate * growth * complexity))
}

/**
 * Plans the renditions of a source, lowest first: those that save enough of its bits, each and together. A
 * source that isn't H.264 gets at least one, since not every browser plays it.
 */
export function planRenditions(source: PlannedSource, complexity: number): RenditionPlan[] {
  const own = qualityOf(source.width, source.height)
  const levels = renditionLevels.filter(({ quality }) => quality <= (source.isAvc ? nextBelow : 1) * own)
  const wanted = levels
    .map((level) => planSize(source, level.quality, neededBitrate(level, source, complexity)))
    .filter(({ bitrate }) => bitrate + source.sound <= renditionShare.each * source.bitrate)
  const planned = thinOut(wanted, source)
  if (planned.length > 0 || source.isAvc) return planned
  const budget = Math.round((renditionShare.together * source.bitrate) / overspent - source.sound)
  return [planSize(source, Math.min(own, renditionLevels[0].quality), Math.max(leastBitrate, budget))]
}

/** Lowers the renditions' bitrates until all of them fit; leaves out the highest where that isn't enough. */
function thinOut(plans: RenditionPlan[], source: PlannedSource): RenditionPlan[] {
  const budget = (renditionShare.together * source.bitrate) / overspent - plans.length * source.sound
  const share = budget / plans.reduce((sum, plan) => sum + plan.bitrate, 0)
  if (plans.length === 0 || share >= 1) return plans
  if (share < leastThinned) return thinOut(plans.slice(0, -1), source)
  return plans.map((plan) => ({ ...plan, bitrate: Math.floor(plan.bitrate * share) }))
}

/** A finished rendition compared with its source. */
export interface Finished {
  bytes: number
  /** Bytes of the renditions finished before. */
  spent: number
  /** Bytes of the source. */
  whole: number
  /** Whether it is the only planned one. */
  isAlone: boolean
  isAvc: boolean
}

/** Returns whether a rendition saves enough. An encoder may spend more than it was asked to. */
export function isLightEnough({ bytes, spent, whole, isAlone, isAvc }: Finished): boolean {
  // The only rendition of another codec is for browsers that play nothing else.
  if (isAlone && !isAvc) return bytes <= whole
  return bytes <= renditionShare.each * whole && spent + bytes <= renditionShare.together * whole
}

/** Renditions that one pass over the source encodes. */
const renditionsPerPass = 2

/** Divides renditions, lowest first, into passes over the source, so that the lowest can be played first. */
export function passesOf<Each>(renditions: readonly Each[]): Each[][] {
  const count = Math.ceil(renditions.length / renditionsPerPass)
  return Array.from({ length: count }, (_, pass) =>
    renditions.slice(pass * renditionsPerPass, (pass + 1) * renditionsPerPass),
  )
}

/** Plans the preview: small, and no better than the video itself. */
export function planPreview(source: Picture): RenditionPlan {
  return planClip(source, previewQuality, 450_000)
}

/** Plans the trailer, which also fills the place of the player. */
export function planTrailer(source: Picture): RenditionPlan {
  return planClip(source, trailerQuality, 800_000)
}

function planClip(source: Picture, most: number, bitrate: number): RenditionPlan {
  const plan = planSize(source, Math.min(most, qualityOf(source.width, source.height)), bitrate)
  // More bits than the whole file would add nothing.
  return { ...plan, bitrate: Math.min(bitrate, encodedBitrate(plan, source)) }
}

function planSize(source: Size, most: number, bitrate: number): RenditionPlan {
  const size = encodedSize(source, most)
  return { ...size, quality: qualityOf(size.width, size.height), bitrate }
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

/** Returns the stretch that a trailer shows; a stretch that would begin too late ends with the video. */
export function trailerStretch(duration: number, start: number): Cut {
  const from = Math.max(0, Math.min(start, duration - trailerSeconds))
  return { start: from, end: Math.min(duration, from + trailerSeconds) }
}
