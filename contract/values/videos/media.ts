/** What the studio makes in the browser and the server checks, in one place. Seconds, pixels, bits per second. */

/** A named quality is the length of the picture's shorter side, so that an upright 720 x 1280 is 720p as well. */
export function qualityOf(width: number, height: number): number {
  return Math.min(width, height)
}

/**
 * The longest video that is stored as a progressive MP4: its index stays under 256 kB. A longer one is stored as CMAF,
 * whose first frame doesn't wait for an index of the whole.
 */
export const longestProgressive = 240

/** Target length of a segment; every encoded rung has a key frame at least every half of it. */
export const segmentSeconds = 4
/** A segment of a copied source ends at a key frame of its own; one that comes later than this makes no rung. */
export const longestSegment = 12
export const keyFrameSeconds = 2
/** Up to here an encoded rung is cut at every key frame: on a slow line nothing is in hand yet to wait for more. */
export const openingSeconds = 20

/** Encoded rungs, lowest first; a source gets those below its own quality. */
export const encodedRungs = [
  { quality: 360, bitrate: 700_000, fromSource: 361 },
  { quality: 480, bitrate: 1_200_000, fromSource: 720 },
] as const

/** What a re-encoded source gets (a trim, HEVC, or the top of a WebM's ladder), by its quality. */
export const sourceBitrates = [
  { quality: 360, bitrate: 1_000_000 },
  { quality: 480, bitrate: 1_800_000 },
  { quality: 720, bitrate: 3_500_000 },
  { quality: 1080, bitrate: 6_500_000 },
] as const
/** The top of an encoded ladder. */
export const highestEncoded = 1080

/** How far a rung's duration may be from its source's, and its shape as a ratio. */
export const rungTolerance = { seconds: 0.5, shape: 0.02 } as const
/** Rungs that a video may have, the source's own among them. */
export const maxRungs = 8

export const previewSeconds = 6
/** The preview shows this many stretches of the video, one after the other. */
export const previewParts = 4
export const previewQuality = 240
export const maxPreviewBytes = 2 * 1024 * 1024

export const storyboardColumns = 10
const storyboardTileBox = 160
export const storyboardMostRows = 20

/** A tile has the shape of the video inside 160 x 160, both sides even. */
export function storyboardTile(width: number, height: number): { width: number; height: number } {
  const scale = storyboardTileBox / Math.max(width, height)
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/** A tile every 2 s at first, every 10 s from ten minutes on; the grid is always full. */
export function storyboardRows(duration: number): number {
  const dense = Math.min(6, Math.ceil(duration / 20))
  return Math.min(storyboardMostRows, Math.max(1, dense, Math.ceil(duration / 100)))
}

/** Second that a tile of the full grid shows: the middle of its stretch. */
export function storyboardSecond(tile: number, rows: number, duration: number): number {
  return ((tile + 0.5) * duration) / (rows * storyboardColumns)
}

export const maxCaptionBytes = 1024 * 1024
export const maxCaptionTracks = 20
/** BCP 47, as far as a caption needs it: language, script, region. */
export const captionLanguage = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/

/** Where a video goes on: not so near its start or its end, and told to the server this often while it plays. */
export const resume = { from: 10, lastShare: 0.05, reportEvery: 60 } as const

/** Where to go on with a video that was left here: 0 for what was hardly begun, and for what was watched to its end. */
export function resumeAt(position: number, duration: number | null): number {
  const end = duration === null ? Number.POSITIVE_INFINITY : duration * (1 - resume.lastShare)
  return position < resume.from || position >= end ? 0 : position
}

/** The <video> that the worker writes into a video's page for the player to take over, its video's id in data-video. */
export const earlyVideoId = 'early-video'
