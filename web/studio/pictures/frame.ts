import { CanvasSink, type CropRectangle, EncodedPacketSink, type WrappedCanvas } from 'mediabunny'
import { posterWidths } from '#contract/values/shared/limits'
import { encodePicture } from '../../lib/dom/encode-picture'
import type { Size } from '../source/encoded-size'
import { openInput } from '../source/source'

/** Seconds before and after a second in which frameTimes looks. */
const reach = 1

/**
 * Returns the frame at a second as a picture of a poster's size; null when this browser can't decode the video. Runs in
 * a worker.
 */
export async function frameAt(
  video: Blob | string,
  second: number,
  { crop }: { crop: boolean },
): Promise<Blob | null> {
  const input = openInput(video)
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track || !(await track.canDecode())) return null
    const first = await track.getFirstTimestamp()
    const shown = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() }
    const part = crop ? widePart(shown) : { left: 0, top: 0, ...shown }
    const width = Math.min(posterWidths[0], part.width)
    const sink = new CanvasSink(track, { width, ...(crop ? { crop: part } : {}) })
    const at = Math.max(first, second)
    const wrapped = (await sink.getCanvas(at)) ?? (await withoutIndex(sink, at))
    if (!(wrapped?.canvas instanceof OffscreenCanvas)) return null
    return await encodePicture(wrapped.canvas)
  } finally {
    input.dispose()
  }
}

/** Decodes from the start, since a recorder's raw WebM has no index of key frames. */
async function withoutIndex(sink: CanvasSink, second: number): Promise<WrappedCanvas | null> {
  for await (const wrapped of sink.canvases(second)) return wrapped
  return null
}

/** Returns the largest centred 16:9 part of a picture. */
export function widePart({ width, height }: Size): CropRectangle {
  const part = {
    width: Math.min(width, Math.round((height * 16) / 9)),
    height: Math.min(height, Math.round((width * 9) / 16)),
  }
  return {
    left: Math.floor((width - part.width) / 2),
    top: Math.floor((height - part.height) / 2),
    ...part,
  }
}

/** Returns the seconds at which the frames near a second begin, in display order. */
export async function frameTimes(video: Blob | string, around: number): Promise<number[]> {
  const input = openInput(video)
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) return []
    const sink = new EncodedPacketSink(track)
    const known = { metadataOnly: true }
    const from = (await sink.getKeyPacket(around - reach, known)) ?? (await sink.getFirstPacket(known))
    const times: number[] = []
    for await (const packet of from ? sink.packets(from, undefined, known) : []) {
      if (Math.abs(packet.timestamp - around) <= reach && packet.timestamp >= 0) times.push(packet.timestamp)
      // A frame is stored at most a few places before one that is shown earlier.
      if (packet.timestamp > around + 2 * reach) break
    }
    return times.sort((a, b) => a - b)
  } finally {
    input.dispose()
  }
}
