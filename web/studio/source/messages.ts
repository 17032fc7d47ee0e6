import { cleanedPayload, payloadsOf } from '#contract/values/uploads/av1-messages'
import { nalCodecs } from '#contract/values/uploads/nal-codecs'
import { cleanedUnit } from '#contract/values/uploads/picture-messages'

const codec = nalCodecs.avc

/** A part of a coded picture, and the bytes to be there instead; null where it stays. */
interface Part {
  from: number
  clean: Uint8Array | null
}

/**
 * Returns a coded picture without the messages that the server removes, so that it stores the file as it is
 * sent: x264 writes its settings into each film.
 */
export function withoutMessages(picture: Uint8Array, config: VideoDecoderConfig): Uint8Array {
  let result = picture
  for (const { from, clean } of partsOf(picture, config)) {
    if (!clean) continue
    if (result === picture) result = new Uint8Array(picture)
    result.set(clean, from)
  }
  return result
}

function* partsOf(picture: Uint8Array, config: VideoDecoderConfig): Generator<Part> {
  if (/^avc[13]\./.test(config.codec)) {
    const lengthSize = lengthSizeOf(config)
    let end = 0
    for (const { from, to } of unitsOf(picture, lengthSize)) {
      yield { from, clean: cleanedUnit(codec, picture.subarray(from, to)) }
      end = to
    }
    // Bytes too few for a unit.
    const left = lengthSize === null ? 0 : picture.length - end
    if (left > 0 && left < (lengthSize ?? 0)) yield { from: end, clean: new Uint8Array(left) }
  } else if (config.codec.startsWith('av01.')) {
    for (const { type, from, to } of payloadsOf(picture)) {
      yield { from, clean: cleanedPayload(type, picture.subarray(from, to)) }
    }
  }
}

/** Returns the bytes of the length before each NAL unit; null where start codes separate them. */
function lengthSizeOf({ description }: VideoDecoderConfig): number | null {
  if (!description) return null
  const settings = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description)
  return ((settings[codec.lengthAt] ?? 0) & 3) + 1
}

function* unitsOf(picture: Uint8Array, lengthSize: number | null): Generator<{ from: number; to: number }> {
  let next = lengthSize === null ? startCode(picture, 0) + 3 : 0
  while (next < picture.length) {
    const from = next + (lengthSize ?? 0)
    const length = picture.subarray(next, from).reduce((sum, byte) => 256 * sum + byte, 0)
    const to = lengthSize === null ? startCode(picture, from) : Math.min(from + length, picture.length)
    if (to > from) yield { from, to }
    next = lengthSize === null ? to + 3 : to
  }
}

/** Returns where the next start code is: ITU-T H.264, annex B. */
function startCode(picture: Uint8Array, from: number): number {
  for (let at = picture.indexOf(1, from + 2); at !== -1; at = picture.indexOf(1, at + 1)) {
    if (picture[at - 1] === 0 && picture[at - 2] === 0) return at - 2
  }
  return picture.length
}
