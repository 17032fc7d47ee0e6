/**
 * Media limits shared by the studio, which encodes in the browser, and the server, which checks the result.
 * In seconds, pixels, and bits per second.
 */

/**
 * Longest video stored as a progressive MP4, whose index stays under 256 kB. A longer one is stored as CMAF,
 * in which the first frame doesn't wait for the whole index.
 */
export const longestProgressive = 240

/** Target length of a segment; every encoded rendition has a key frame at least every half of it. */
export const segmentSeconds = 4
/**
 * Segments of a copied source end at its own key frames; if two of these are farther apart than this, the
 * source can't be a rendition.
 */
export const longestSegment = 12
export const keyFrameSeconds = 2
/**
 * Up to this second an encoded rendition is cut at every key frame: on a slow connection, nothing is buffered
 * yet.
 */
export const openingSeconds = 20

export const previewSeconds = 6
/** Number of excerpts from the video that a preview shows in sequence. */
export const previewParts = 4
export const previewQuality = 240
export const maxPreviewBytes = 2 * 1024 * 1024

/** The part of a premium video that everyone sees: one stretch of it, without sound. */
export const trailerSeconds = 10
export const trailerQuality = 480
export const maxTrailerBytes = 4 * 1024 * 1024

export const storyboardColumns = 10
const storyboardTileBox = 160
export const storyboardMostRows = 20

/** Returns a tile's size: the video's shape fitted into 160 x 160, with both sides even. */
export function storyboardTile(width: number, height: number): { width: number; height: number } {
  const scale = storyboardTileBox / Math.max(width, height)
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/**
 * Returns the rows of the grid, which is always full: a tile every 2 s for short videos, every 10 s from ten
 * minutes on.
 */
export function storyboardRows(duration: number): number {
  const dense = Math.min(6, Math.ceil(duration / 20))
  return Math.min(storyboardMostRows, Math.max(1, dense, Math.ceil(duration / 100)))
}

/** Returns the second that a tile of the full grid shows: the middle of its interval. */
export function storyboardSecond(tile: number, rows: number, duration: number): number {
  return ((tile + 0.5) * duration) / (rows * storyboardColumns)
}

export const maxCaptionBytes = 1024 * 1024
export const maxCaptionTracks = 20
/** BCP 47, as far as captions need it: language, script, region. */
export const captionLanguage = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/

/**
 * The distance from a video's start and end within which no position is kept, and the interval of reports to
 * the server during playback.
 */
export const resume = { from: 10, lastShare: 0.05, reportEvery: 60 } as const

/** Returns the second at which to resume a video: 0 if it was hardly begun or watched to the end. */
export function resumeAt(position: number, duration: number | null): number {
  const end = duration === null ? Number.POSITIVE_INFINITY : duration * (1 - resume.lastShare)
  return position < resume.from || position >= end ? 0 : position
}

/**
 * The <video> that loads before its player, which then takes it over: from the worker with a video's page, or
 * from the app with a click on its link. The video's ID is in data-video.
 */
export const earlyVideoId = 'early-video'
