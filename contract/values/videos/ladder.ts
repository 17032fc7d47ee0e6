/** A quality is named after the picture's shorter side, so that a portrait 720 x 1280 is 720p as well. */
export function qualityOf(width: number, height: number): number {
  return Math.min(width, height)
}

/**
 * Encoded renditions, lowest first, with the bits per second of H.264 for an average picture at 30 frames a
 * second. A source gets the ones below its own quality that save enough.
 */
export const renditionLevels = [
  { quality: 360, bitrate: 700_000 },
  { quality: 480, bitrate: 1_200_000 },
  { quality: 720, bitrate: 2_500_000 },
  { quality: 1080, bitrate: 4_500_000 },
] as const

/**
 * Each rendition has at most the first share of its source's bits, and all encoded ones together at most the
 * second.
 */
export const renditionShare = { each: 2 / 3, together: 1 / 2 } as const

/** Bitrates of a re-encoded source (a trim, HEVC, or the top of a WebM's ladder), by quality. */
export const sourceBitrates = [
  { quality: 360, bitrate: 1_000_000 },
  { quality: 480, bitrate: 1_800_000 },
  { quality: 720, bitrate: 3_500_000 },
  { quality: 1080, bitrate: 6_500_000 },
] as const
/** Top of an encoded ladder. */
export const highestEncoded = 1080

/**
 * Players neither start with a source that has more bits per second nor climb to it, unless the connection
 * can carry twice that.
 */
export const heavyBitrate = 12_000_000

/** The most by which a rendition's duration, and its shape as a ratio, may differ from its source's. */
export const renditionTolerance = { seconds: 0.5, shape: 0.02 } as const
/** Number of renditions that a video may have, including the source's own. */
export const maxRenditions = 8
