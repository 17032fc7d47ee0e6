import { EncodedPacketSink, type InputTrack } from 'mediabunny'
import { boxAt } from '../source/mp4-index'
import { leaky, Refusal } from '../source/refusal'
import { openInput } from '../source/source'

/** Rounding error of times stored in a track's own units. Seconds. */
const rounding = 0.002

/**
 * Checks that a finished MP4 shows all of its content within its first `seconds`. Throws Refusal for samples
 * that an edit list hides, samples behind the end, and media bytes that belong to no sample.
 */
export async function checkCut(file: Blob, seconds: number): Promise<void> {
  const input = openInput(file)
  try {
    let bytes = 0
    for (const track of await input.getTracks()) bytes += await bytesWithin(track, seconds)
    if ((await mediaBytes(file)) !== bytes) throw new Refusal(leaky)
  } finally {
    input.dispose()
  }
}

async function bytesWithin(track: InputTrack, seconds: number): Promise<number> {
  let bytes = 0
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    const isInside = packet.timestamp >= -rounding && packet.timestamp + packet.duration <= seconds + rounding
    if (!isInside) throw new Refusal(leaky)
    bytes += packet.byteLength
  }
  return bytes
}

/** Counts the bytes in the `mdat` boxes of a file. */
async function mediaBytes(file: Blob): Promise<number> {
  let bytes = 0
  for (let at = 0; at < file.size; ) {
    const head = new Uint8Array(16)
    head.set(new Uint8Array(await file.slice(at, at + 16).arrayBuffer()))
    const view = new DataView(head.buffer)
    const { type, size } = boxAt(view, 0)
    const header = view.getUint32(0) === 1 ? 16 : 8
    if (size < header) throw new Refusal(leaky)
    if (type === 'mdat') bytes += size - header
    at += size
  }
  return bytes
}
