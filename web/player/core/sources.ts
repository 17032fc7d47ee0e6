import type { Quality } from './qualities'

/** One way to play a video, as the API lists it. */
export interface MediaFile {
  /**
   * `mp4` and `webm` are one whole file; `hls` without a height is the ladder, with one a single rendition.
   */
  type: 'mp4' | 'webm' | 'hls'
  url: string
  /** The quality's name, as in 720p. */
  height: number | null
  /** Bits per second, on average. */
  bandwidth: number | null
}

export const mimeTypes: Readonly<Record<MediaFile['type'], string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  hls: 'application/vnd.apple.mpegurl',
}

/** The capabilities of a browser. */
export interface Abilities {
  /** Its media element plays this natively. */
  plays: (type: MediaFile['type']) => boolean
  /** It has Media Source Extensions, which hls.js needs. */
  mediaSource: boolean
}

/** The file to play and its engine: the media element, or hls.js with its renditions limited to `quality`. */
export interface Setup {
  engine: 'element' | 'hls.js'
  file: MediaFile
  quality: Quality
}

/** Returns the qualities, lowest first; empty where there is no choice. */
export function qualitiesOf(files: readonly MediaFile[]): number[] {
  const heights = new Set(files.flatMap(({ height }) => (height === null ? [] : [height])))
  return heights.size > 1 ? [...heights].sort((a, b) => a - b) : []
}

/** Returns the quality for a video that may lack the wanted one: the next lower one, else its lowest. */
export function fitQuality(wish: Quality, qualities: readonly number[]): Quality {
  if (wish === 'auto') return wish
  return qualities.findLast((quality) => quality <= wish) ?? qualities[0] ?? 'auto'
}

/**
 * Returns how to play a video in this quality; `null` when the browser can't. On "auto" a video starts with
 * its file if that is listed first, else with the ladder in the browser's own player: decision 010 has the
 * numbers.
 */
export function setupFor(files: readonly MediaFile[], quality: Quality, able: Abilities): Setup | null {
  const file = files.find(({ type }) => type !== 'hls' && able.plays(type))
  if (file && (quality === 'auto' ? file === files[0] : quality === file.height))
    return { engine: 'element', file, quality }
  return ladderSetup(files, quality, able) ?? (file ? { engine: 'element', file, quality } : null)
}

/** Returns how to play without the file: for a line too slow for it, or a browser that can't play it. */
export function ladderSetup(files: readonly MediaFile[], quality: Quality, able: Abilities): Setup | null {
  const ladder = files.find(({ type, height }) => type === 'hls' && height === null)
  const rendition = files.find(({ type, height }) => type === 'hls' && height !== null && height === quality)
  // A single rendition, as a reviewer plays it, has no ladder.
  const file = ladder ?? rendition ?? files.find(({ type }) => type === 'hls')
  if (!file) return null
  const native = able.plays('hls')
  if (able.mediaSource && (quality !== 'auto' || !native)) return { engine: 'hls.js', file, quality }
  return native ? { engine: 'element', file: (quality === 'auto' ? null : rendition) ?? file, quality } : null
}

/**
 * Returns the setup to load after a failure: the browser's own HLS stops for good at the first segment that
 * fails.
 */
export function afterFailure(setup: Setup, able: Abilities): Setup {
  const native = setup.engine === 'element' && setup.file.type === 'hls'
  return native && able.mediaSource ? { ...setup, engine: 'hls.js' } : setup
}

/** Returns the next lower quality, for a file damaged at the playhead; `null` from the lowest. */
export function lowerSetup(
  files: readonly MediaFile[],
  playing: number | null,
  able: Abilities,
): Setup | null {
  const lower = qualitiesOf(files).findLast((quality) => playing !== null && quality < playing)
  const setup = lower === undefined ? null : setupFor(files, lower, able)
  return setup?.quality === lower ? setup : null
}

/** Finds the file that `old` was in a newly signed list. */
export function sameFile(files: readonly MediaFile[], old: MediaFile): MediaFile | undefined {
  return files.find(({ type, height }) => type === old.type && height === old.height)
}

/** Returns the quality whose name fits a picture of this size. */
export function qualityShown(
  qualities: readonly number[],
  size: { width: number; height: number },
): number | null {
  const shorter = Math.min(size.width, size.height)
  if (shorter === 0 || qualities.length === 0) return null
  return qualities.reduce((best, each) => (Math.abs(each - shorter) < Math.abs(best - shorter) ? each : best))
}
