import { cleanedPayload, mayHoldMessage, payloadsOf } from '#contract/values/uploads/av1-messages'
import { startsWith, viewOf } from '../bytes'
import { EbmlError } from './ebml'

/** Fields of `av1C` before its units: AV1 in ISO Base Media File Format, 2.3.3. */
const av1Fields = 4
/** A sequence header has some 15 bytes, and what is said about brightness 35. */
const maxAv1Bytes = 512
const sequenceHeader = 1
/** Numbers of VP9's features, each with a length and one byte (VP Codec ISO Media Binding, "CodecPrivate"). */
const vp9Features = [1, 2, 3, 4]
/** Fields of Opus, and the most channels of its table: RFC 7845, 5.1. */
const opusBytes = 19
const maxOpusChannels = 8
/** Vorbis's first header, and the most of its last: tables of an encoder, of a few kilobytes (Vorbis I, 4.2). */
const vorbisFirst = 30
const maxVorbisSetup = 32 * 1024

/** Settings without what decoders don't need, of the same length; null if they need none. */
type Strip = (settings: Uint8Array) => Uint8Array | null

/** The codecs that browsers play in a WebM: Matroska codec mappings, RFC 9559, 27. */
const codecs: ReadonlyMap<string, Strip> = new Map<string, Strip>([
  ['V_VP8', () => null],
  ['V_VP9', features],
  ['V_AV1', units],
  ['A_OPUS', opus],
  ['A_VORBIS', headers],
])

/**
 * Returns the settings of a track without all that decoders don't need, of the same length; null if they need
 * none. Those of other codecs stay: a file with one isn't published. Throws EbmlError.
 */
export function strippedSettings(codecId: string, settings: Uint8Array): Uint8Array | null {
  const id = codecId.replace(/\0+$/, '')
  const strip = codecs.get(id)
  if (strip) return strip(settings)
  // Some readers take only the part in front.
  if (codecs.has(/^[^/\0]*/.exec(id)?.[0] ?? '')) throw broken()
  return settings
}

function broken(): EbmlError {
  return new EbmlError('malformed', "A codec's settings are broken.")
}

/** Keeps each feature of VP9 once, up to the first bytes that are none. */
function features(settings: Uint8Array): Uint8Array | null {
  const left = new Set(vp9Features)
  let end = 0
  while (end + 3 <= settings.length && settings[end + 1] === 1 && left.delete(settings[end] ?? 0)) end += 3
  return end === 0 ? null : upTo(settings, end)
}

/** Keeps AV1's sequence header, and of its metadata what decoders need. */
function units(settings: Uint8Array): Uint8Array {
  const kept = new Uint8Array(settings)
  const all = kept.subarray(av1Fields)
  if (settings[0] !== 0x81 || settings.length < av1Fields || settings.length > maxAv1Bytes) throw broken()
  let headers = 0
  for (const { type, from, to } of payloadsOf(all)) {
    if (type === sequenceHeader) headers += 1
    else if (!mayHoldMessage(type)) throw broken()
    const clean = cleanedPayload(type, all.subarray(from, to))
    if (clean) all.set(clean, from)
  }
  if (headers > 1) throw broken()
  return kept
}

function opus(settings: Uint8Array): Uint8Array {
  const channels = settings[9] ?? 0
  const end = opusBytes + (settings[18] ? 2 + channels : 0)
  if (!startsWith(settings, 'OpusHead') || channels > maxOpusChannels || settings.length < end) throw broken()
  return upTo(settings, end)
}

/** Returns the bytes up to `end`, and zeros behind them. */
function upTo(settings: Uint8Array, end: number): Uint8Array {
  return new Uint8Array(settings).fill(0, end)
}

/**
 * Empties Vorbis's header of comments among its three (Vorbis I, 5.2.1): all of it becomes the vendor's name, in
 * zeros.
 */
function headers(settings: Uint8Array): Uint8Array {
  let at = 1
  const sizes = [0, 0].map(() => {
    let sum = 0
    for (;;) {
      const byte = settings[at++]
      if (byte === undefined) throw broken()
      sum += byte
      if (byte < 255) return sum
    }
  })
  const [first = 0, length = 0] = sizes
  const from = at + first
  const end = from + length
  const areHeaders =
    settings[0] === 2 &&
    first === vorbisFirst &&
    startsWith(settings, '\x01vorbis', at) &&
    startsWith(settings, '\x03vorbis', from) &&
    startsWith(settings, '\x05vorbis', end)
  if (!areHeaders || length < 16 || settings.length - end > maxVorbisSetup) throw broken()
  const kept = new Uint8Array(settings).fill(0, from + 7, end)
  viewOf(kept).setUint32(from + 7, length - 16, true)
  kept[end - 1] = 1
  return kept
}
