import { cleanedPayload, payloadsOf } from '#contract/values/uploads/av1-messages'
import { latin1, startsWith, viewOf } from '../bytes'
import type { Patch } from '../patches'
import { EbmlError } from './ebml'

/** Fields of `av1C` before its units: AV1 in ISO Base Media File Format, 2.3.3. */
const av1Fields = 4
/** Four features of VP9, each of its number, its length and one byte (VP Codec ISO Media Binding, "CodecPrivate"). */
const vp9Bytes = 12
/** Fields of Opus, and the table of channels that some have: RFC 7845, 5.1. */
const opusBytes = 19

/** Returns the patch that removes from a codec's settings all that decoders don't need; null if they need it all. */
export function strippedSettings(settings: Uint8Array, offset: number): Patch | null {
  // All three headers of Vorbis, the settings of AV1, and of Opus.
  if (settings[0] === 2 && latin1(settings, 1, 64).includes('\x01vorbis')) return comments(settings, offset)
  if (settings[0] === 0x81) return withoutMessages(settings, offset)
  const opus = startsWith(settings, 'OpusHead')
    ? opusBytes + (settings[18] ? 2 + (settings[9] ?? 0) : 0)
    : null
  const needed = opus ?? vp9Bytes
  return settings.length > needed ? { offset: offset + needed, length: settings.length - needed } : null
}

function withoutMessages(settings: Uint8Array, offset: number): Patch {
  const bytes = new Uint8Array(settings)
  const units = bytes.subarray(av1Fields)
  for (const { type, from, to } of payloadsOf(units)) {
    const clean = cleanedPayload(type, units.subarray(from, to))
    if (clean) units.set(clean, from)
  }
  return { offset, length: bytes.length, bytes }
}

/**
 * Empties Vorbis's header of comments among its settings (Vorbis I, 5.2.1): all of it becomes the vendor's
 * name, in zeros.
 */
function comments(settings: Uint8Array, offset: number): Patch {
  let at = 1
  const sizes = [0, 0].map(() => {
    let sum = 0
    for (;;) {
      const byte = settings[at++]
      if (byte === undefined) throw new EbmlError('malformed', "A codec's settings are broken.")
      sum += byte
      if (byte < 255) return sum
    }
  })
  const [first = 0, length = 0] = sizes
  const from = at + first
  if (latin1(settings, from, from + 7) !== '\x03vorbis' || length < 16 || from + length > settings.length) {
    throw new EbmlError('malformed', "A codec's settings are broken.")
  }
  const bytes = new Uint8Array(length)
  bytes.set(settings.subarray(from, from + 7))
  viewOf(bytes).setUint32(7, length - 16, true)
  bytes[length - 1] = 1
  return { offset: offset + from, length, bytes }
}
