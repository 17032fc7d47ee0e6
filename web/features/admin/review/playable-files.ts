import type { Source } from '#contract/schemas/videos/video'

/** One file of a video that can be played on its own. */
export interface PlayableFile {
  label: string
  isSource: boolean
  source: Source
}

/**
 * Returns the source and its renditions, the source first, then from the highest quality down. The HLS ladder
 * isn't a file of its own; a long video's source is its highest rendition.
 */
export function playableFilesOf(sources: readonly Source[]): PlayableFile[] {
  const files = sources
    .filter(({ type, height }) => type !== 'hls' || height !== null)
    .sort((a, b) => Number(a.type === 'hls') - Number(b.type === 'hls') || (b.height ?? 0) - (a.height ?? 0))
  return files.map((source, at) => {
    const quality = source.height === null ? '' : `${source.height}p`
    return { label: at === 0 ? `Source ${quality}`.trim() : quality, isSource: at === 0, source }
  })
}
