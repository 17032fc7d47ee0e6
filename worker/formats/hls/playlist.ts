import { longestSegment } from '#contract/values/videos/media'

/**
 * HLS playlists (RFC 8216 and its second edition) of renditions in fragmented MP4, with video and audio in
 * one file.
 */

export interface Variant {
  uri: string
  /** Bits per second. */
  peakBandwidth: number
  averageBandwidth: number
  width: number
  height: number
  /** RFC 6381. */
  codecs: string
}

export interface PlaylistSegment {
  uri: string
  milliseconds: number
}

/** `EXT-X-MAP` outside of lists of key frames came with version 6, fragmented MP4 in all players with 7. */
const header = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']

/** Players begin with the first variant: give the lowest first. */
export function masterPlaylist(variants: readonly Variant[]): string {
  const lines = variants.flatMap(({ uri, peakBandwidth, averageBandwidth, width, height, codecs }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${peakBandwidth},AVERAGE-BANDWIDTH=${averageBandwidth},` +
      `RESOLUTION=${width}x${height},CODECS="${codecs}"`,
    uri,
  ])
  return joined([...header, ...lines])
}

/** Returns the playlist of a whole rendition. */
export function mediaPlaylist(initUri: string, segments: readonly PlaylistSegment[]): string {
  const longest = Math.max(...segments.map(({ milliseconds }) => milliseconds))
  const lines = segments.flatMap(({ uri, milliseconds }) => [
    `#EXTINF:${(milliseconds / 1000).toFixed(3)},`,
    uri,
  ])
  return joined([
    ...header,
    // Equal in all renditions of a film (RFC 8216, 6.2.4).
    `#EXT-X-TARGETDURATION:${Math.max(longestSegment, Math.ceil(longest / 1000))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    `#EXT-X-MAP:URI="${initUri}"`,
    ...lines,
    '#EXT-X-ENDLIST',
  ])
}

function joined(lines: string[]): string {
  return `${lines.join('\n')}\n`
}
