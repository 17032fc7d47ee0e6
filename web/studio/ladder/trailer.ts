import { openTracks } from '../source/source'
import { encodeStretches } from './pictures'
import { trailerStretch } from './plan'
import { Preview } from './preview'
import { needsCanvas, trailerEncoding } from './source'

/** Returns a trailer that begins at a second; null where this browser can't encode one. Runs in a worker. */
export async function drawTrailer(
  video: Blob | string,
  start: number,
  signal: AbortSignal,
): Promise<Blob | null> {
  const tracks = await openTracks(video)
  try {
    const encoding = await trailerEncoding(tracks)
    if (!encoding) return null
    const { span } = tracks
    const turned = { rotation: await tracks.video.getRotation(), flip: await tracks.video.getFlip() }
    const stretches = [trailerStretch(span.end - span.start, start)]
    const trailer = new Preview(encoding.config, await needsCanvas(tracks, encoding), stretches, turned)
    try {
      await encodeStretches(tracks, trailer, signal)
      return await trailer.picture()
    } finally {
      trailer.close()
    }
  } finally {
    tracks.input.dispose()
  }
}
