/** A quality is named after the picture's shorter side, so that a portrait 720 x 1280 is 720p as well. */
export function qualityOf(width: number, height: number): number {
  return Math.min(width, height)
}

/** Encoded renditions, lowest first; a source gets those below its own quality. */
export const encodedRenditions = [
  { quality: 360, bitrate: 700_000, fromSource: 361 },
  { quality: 480, bitrate: 1_200_000, fromSource: 720 },
] as const

/** Bitrates of a re-encoded source (a trim, HEVC, or the top of a WebM's ladder), by quality. */
export const sourceBitrates = [
  { quality: 360, bitrate: 1_000_000 },
  { quality: 480, bitrate: 1_800_000 },
  { quality: 720, bitrate: 3_500_000 },
  { quality: 1080, bitrate: 6_500_000 },
] as const
/** Top of an encoded ladder. */
export const highestEncoded = 1080

/** How far a rendition's duration, and its shape as a ratio, may differ from its source's. */
export const renditionTolerance = { seconds: 0.5, shape: 0.02 } as const
/** Renditions that a video may have, including the source's own. */
export const maxRenditions = 8
