import { nalCodecs } from '#contract/values/uploads/nal-codecs'
import { cleanedUnit } from '#contract/values/uploads/picture-messages'

const codec = nalCodecs.avc

/**
 * Returns a coded picture without the messages that the server removes, so that it stores the file as it is
 * sent: x264 writes its settings into each film. Only H.264 has any among what we publish.
 */
export function withoutMessages(picture: Uint8Array, config: VideoDecoderConfig): Uint8Array {
  if (!/^avc[13]\./.test(config.codec)) return picture
  let clean: Uint8Array | null = null
  for (const { from, to } of unitsOf(picture, lengthSizeOf(config))) {
    const unit = cleanedUnit(codec, picture.subarray(from, to))
    if (!unit) continue
    clean ??= new Uint8Array(picture)
    clean.set(unit, from)
  }
  return clean ?? picture
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
