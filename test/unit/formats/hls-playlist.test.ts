import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { masterPlaylist, mediaPlaylist } from '#worker/formats/hls/playlist'

const anySegment = fc.record({
  uri: fc.stringMatching(/^\.\.\/[\w.-]{1,80}\/segment\.m4s$/),
  milliseconds: fc.integer({ min: 1, max: 12_500 }),
})

/** Returns the lines of a tag, without its name. */
function tag(playlist: string, name: string): string[] {
  return playlist
    .split('\n')
    .flatMap((line) => (line.startsWith(`#${name}:`) ? [line.slice(name.length + 2)] : []))
}

describe('mediaPlaylist', () => {
  it('says every segment in order, with its time to the millisecond', () => {
    fc.assert(
      fc.property(fc.array(anySegment, { minLength: 1, maxLength: 40 }), (segments) => {
        const playlist = mediaPlaylist('../init/init.mp4', segments)
        const lines = playlist.split('\n')
        expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['#EXTM3U', '#EXT-X-ENDLIST', ''])
        expect(lines.filter((line) => line !== '' && !line.startsWith('#'))).toEqual(
          segments.map(({ uri }) => uri),
        )
        const times = tag(playlist, 'EXTINF').map((text) => Math.round(Number.parseFloat(text) * 1000))
        expect(times).toEqual(segments.map(({ milliseconds }) => milliseconds))
        const [target] = tag(playlist, 'EXT-X-TARGETDURATION').map(Number)
        const longest = Math.max(...times)
        expect(target).toBe(Math.max(12, Math.ceil(longest / 1000)))
      }),
    )
  })

  it('is what RFC 8216 asks of a rendition in fragments', () => {
    const playlist = mediaPlaylist('../a/init.mp4', [
      { uri: '../b/segment.m4s', milliseconds: 4000 },
      { uri: '../c/segment.m4s', milliseconds: 4004 },
    ])
    expect(playlist).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-TARGETDURATION:12
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="../a/init.mp4"
#EXTINF:4.000,
../b/segment.m4s
#EXTINF:4.004,
../c/segment.m4s
#EXT-X-ENDLIST
`)
  })
})

describe('masterPlaylist', () => {
  it('says what a player chooses by, in the order given', () => {
    const rendition = { codecs: 'avc1.4d401e,mp4a.40.2', peakBandwidth: 900_000, averageBandwidth: 700_000 }
    const playlist = masterPlaylist([
      { ...rendition, uri: '../a/360p.m3u8', width: 640, height: 360 },
      { ...rendition, uri: '../b/720p.m3u8', width: 1280, height: 720, peakBandwidth: 3_000_000 },
    ])
    expect(playlist).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=700000,RESOLUTION=640x360,CODECS="avc1.4d401e,mp4a.40.2"
../a/360p.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=3000000,AVERAGE-BANDWIDTH=700000,RESOLUTION=1280x720,CODECS="avc1.4d401e,mp4a.40.2"
../b/720p.m3u8
`)
  })
})
