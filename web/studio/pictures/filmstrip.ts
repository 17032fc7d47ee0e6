import { CanvasSink, EncodedPacketSink, type InputVideoTrack } from 'mediabunny'
import { posterQuality } from '#contract/values/shared/limits'
import { openTracks } from '../source/source'
import { refined, tileSeconds } from './filmstrip-times'

export interface FilmstripOptions {
  count: number
  /** Pixels. */
  height: number
  signal: AbortSignal
  /**
   * A JPEG. Tile i shows the middle of the i-th of `count` equal parts; it may come a second time, exact to
   * the frame.
   */
  onTile: (index: number, picture: Blob) => void
}

/**
 * Draws a filmstrip: first every tile from the key frame before its second, which is quick. Then draws
 * exactly those whose key frame is too far off to show the place in the video. Returns the number of tiles.
 */
export async function drawFilmstrip(
  video: Blob | string,
  { count, height, signal, onTile }: FilmstripOptions,
): Promise<number> {
  const { input, video: track, span } = await openTracks(video)
  try {
    if (!(await track.canDecode())) return 0
    const seconds = tileSeconds(span, count)
    const keys = await keySeconds(track, seconds)
    const sink = new CanvasSink(track, { height, poolSize: 1 })
    const draw = async (tiles: { index: number; second: number }[]) => {
      const drawn = sink.canvasesAtTimestamps(tiles.map(({ second }) => second))
      for (const { index } of tiles) {
        const { value } = await drawn.next()
        signal.throwIfAborted()
        if (!(value?.canvas instanceof OffscreenCanvas)) continue
        onTile(index, await value.canvas.convertToBlob({ type: 'image/jpeg', quality: posterQuality }))
      }
      await drawn.return()
    }
    await draw(keys.map((second, index) => ({ index, second })))
    await draw(refined(seconds, keys))
    return count
  } finally {
    input.dispose()
  }
}

async function keySeconds(track: InputVideoTrack, seconds: number[]): Promise<number[]> {
  const sink = new EncodedPacketSink(track)
  const known = { metadataOnly: true }
  const first = await track.getFirstTimestamp()
  return Promise.all(
    seconds.map(async (second) => (await sink.getKeyPacket(second, known))?.timestamp ?? first),
  )
}
