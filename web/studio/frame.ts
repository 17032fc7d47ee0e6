import { CanvasSink } from 'mediabunny'
import { posterQuality, posterWidth } from '../../contract/values/limits'
import { openInput } from './source'

/** The picture at a second as a JPEG; null when this browser can't decode the video. Runs in a worker. */
export async function frameAt(video: Blob | string, second: number): Promise<Blob | null> {
  const input = openInput(video)
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track || !(await track.canDecode())) return null
    const first = await track.getFirstTimestamp()
    const width = Math.min(posterWidth, await track.getDisplayWidth())
    const wrapped = await new CanvasSink(track, { width }).getCanvas(Math.max(first, second))
    if (!(wrapped?.canvas instanceof OffscreenCanvas)) return null
    return await wrapped.canvas.convertToBlob({ type: 'image/jpeg', quality: posterQuality })
  } finally {
    input.dispose()
  }
}
