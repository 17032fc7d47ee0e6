import { BoxError } from '../mp4/boxes'
import type { Keep, Picker } from './picker'
import { withoutTrailingZeros } from './trailing-zeros'

/** An uncompressed 4K picture has 12 MB. Each is held in memory. */
const maxSample = 32 * 1024 * 1024

/**
 * Picks the frames of VP8 or VP9, as their decoder reads them: without the index of frames stored together,
 * without trailing zeros, and without the bits of the header that only advise how to show the picture.
 */
export function pickVpFrames(codec: 'vp8' | 'vp9', keep: Keep): Picker {
  const frames = withoutTrailingZeros(keep)
  let sample = new Uint8Array(0)
  let length = 0
  const end = () => {
    const whole = sample.subarray(0, length)
    for (const frame of codec === 'vp9' ? framesIn(whole) : [whole]) {
      clearAdvice[codec](frame)
      frames.write(frame)
      frames.end()
    }
    length = 0
  }
  return {
    begin: (size) => {
      end()
      if (size > maxSample) throw new BoxError('too_large', 'A frame is too large.')
      sample = new Uint8Array(size)
    },
    end,
    write: (bytes) => {
      sample.set(bytes, length)
      length += bytes.length
    },
  }
}

/** Returns the frames of a VP9 sample, which may have an index at its end: VP9 specification, annex B. */
function framesIn(sample: Uint8Array): Uint8Array[] {
  const marker = sample.at(-1) ?? 0
  const sizeBytes = ((marker >> 3) & 3) + 1
  const indexAt = sample.length - 2 - sizeBytes * ((marker & 7) + 1)
  if (marker >> 5 !== 0b110 || sample[indexAt] !== marker) return [sample]
  const frames: Uint8Array[] = []
  let frameAt = 0
  for (let at = indexAt + 1; at < sample.length - 1; at += sizeBytes) {
    let size = 0
    for (let byte = sizeBytes - 1; byte >= 0; byte--) size = size * 256 + (sample[at + byte] ?? 0)
    if (frameAt + size > indexAt) return [sample]
    frames.push(sample.subarray(frameAt, frameAt + size))
    frameAt += size
  }
  return frames
}

const clearAdvice = { vp8: clearScale, vp9: clearColour }

/** Clears the two scales of a key frame, which no browser applies: RFC 6386, 9.1. */
function clearScale(frame: Uint8Array): void {
  if ((frame[0] ?? 1) & 1) return
  for (const at of [7, 9]) if (frame.length > at) frame[at] = (frame[at] ?? 0) & 0x3f
}

/** Clears colour space and range of a frame that is coded by itself: VP9 specification, 6.2 and 7.2. */
function clearColour(frame: Uint8Array): void {
  let at = 2
  const bit = () => ((frame[at >> 3] ?? 0) >> (7 - (at++ & 7))) & 1
  const profile = bit() + 2 * bit()
  if (profile === 3) at += 1
  const showsAnother = bit()
  const isKey = bit() === 0
  const isShown = bit()
  const isResilient = bit()
  if (showsAnother) return
  if (!isKey) {
    const isIntra = !isShown && bit()
    // The colours of profile 0 are only in key frames.
    if (!isIntra || profile === 0) return
    if (!isResilient) at += 2
  }
  const syncCode = 24
  at += syncCode + (profile >= 2 ? 1 : 0)
  for (const end = at + 4; at < end; at++) {
    if (at >> 3 < frame.length) frame[at >> 3] = (frame[at >> 3] ?? 0) & ~(0x80 >> (at & 7))
  }
}
