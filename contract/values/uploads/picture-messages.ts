import { escaped, unescaped } from './escapes'
import type { NalCodec } from './nal-codecs'

/** Types of supplemental messages: ITU-T H.264, annex D, and ITU-T H.265, annex D. */
const padding = 3
const registered = 4
/**
 * Those that decoders and players act on: buffering and times, places to start at, sets and units of HEVC,
 * two pictures in one, rotation, and brightness.
 */
const needed = [0, 1, 6, 45, 47, 129, 130, 137, 144, 147, 148]
/** The most behind the header of a unit that only separates others. */
const delimiterBytes = 1
/** Ends the bits of a unit. */
const stop = 0x80

interface Message {
  type: number
  payload: Uint8Array
  /** All of it, as coded. */
  bytes: Uint8Array
}

/**
 * Returns a NAL unit of the same length without what neither players nor decoders need; null if it has nothing
 * else.
 */
export function cleanedUnit(codec: NalCodec, unit: Uint8Array): Uint8Array | null {
  switch (codec.purposeOf(unit[0] ?? 0)) {
    case 'messages':
      return withNeededMessages(codec, unit)
    case 'delimiter':
      return unit.length > codec.headerBytes + delimiterBytes ? emptied(codec, unit) : null
    case 'unread':
      return emptied(codec, unit)
    default:
      return null
  }
}

/**
 * Returns a unit with those messages alone that players need, padded to the same length; null if it has no
 * others. Anyone can write a text into the others: an encoder its settings, a camera date and place, a person
 * anything.
 */
function withNeededMessages(codec: NalCodec, unit: Uint8Array): Uint8Array | null {
  const header = unit.slice(0, codec.headerBytes)
  const { messages, isWhole } = readMessages(unescaped(unit.subarray(header.length)))
  const kept = messages.filter(isNeeded)
  if (isWhole && kept.length === messages.length) return null
  const start = concat([header, ...kept.filter(({ type }) => type !== padding).map(({ bytes }) => bytes)])
  const room = unit.length - escaped(start).length - 1
  // The first byte of padding may need an escape.
  for (const length of [room, room - 1]) {
    if (length < 2) continue
    const padded = escaped(concat([start, paddingOf(length), Uint8Array.of(stop)]))
    if (padded.length === unit.length) return padded
  }
  return emptied(codec, unit)
}

/** Returns a unit of nothing but padding, as long as the given one; null if it is one already. */
function emptied(codec: NalCodec, unit: Uint8Array): Uint8Array | null {
  const empty = new Uint8Array(unit.length).fill(0xff)
  empty.set(codec.padding(unit).slice(0, unit.length))
  if (unit.length > codec.headerBytes) empty[unit.length - 1] = stop
  return unit.every((byte, at) => byte === empty[at]) ? null : empty
}

/** Reads the messages of a unit's payload, and whether they are all of it. */
function readMessages(payload: Uint8Array): { messages: Message[]; isWhole: boolean } {
  let end = payload.length
  while (end > 0 && payload[end - 1] === 0) end -= 1
  if (payload[end - 1] === stop) end -= 1
  const messages: Message[] = []
  let at = 0
  /** Type and size are each a sum of bytes, up to the first that isn't 255. */
  const sum = () => {
    let value = 0
    while (at < end && payload[at] === 0xff) value += payload[at++] ?? 0
    return value + (payload[at++] ?? 0)
  }
  while (at < end) {
    const from = at
    const type = sum()
    const size = sum()
    if (at + size > end) return { messages, isWhole: false }
    at += size
    messages.push({ type, payload: payload.subarray(at - size, at), bytes: payload.subarray(from, at) })
  }
  return { messages, isWhole: true }
}

function isNeeded({ type, payload }: Message): boolean {
  if (type === padding) return payload.every((byte) => byte === 0xff)
  return type === registered ? isCaptions(payload) : needed.includes(type)
}

/** Country and provider, format (`GA94`) and type of data: ATSC A/53, part 4, 6.2.3. */
const captions = [0xb5, 0, 0x31, 0x47, 0x41, 0x39, 0x34, 3]

/** Returns whether these are captions, of three bytes each, with nothing but marker bits behind them. */
export function isCaptions(payload: Uint8Array): boolean {
  if (captions.some((byte, at) => payload[at] !== byte)) return false
  const end = captions.length + 2 + 3 * ((payload[captions.length] ?? 0) & 0x1f)
  return payload.length >= end && payload.subarray(end).every((byte) => byte === 0xff)
}

/** The size of a longer message takes more bytes, so that some lengths can't be had. */
const longestPadding = 256

/** Returns messages of padding of this length, which is at least two. */
function paddingOf(length: number): Uint8Array {
  const bytes = new Uint8Array(length).fill(0xff)
  for (let at = 0; at < length; ) {
    const left = length - at
    const size = left <= longestPadding ? left : Math.min(longestPadding, left - 2)
    bytes.set([padding, size - 2], at)
    at += size
  }
  return bytes
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
