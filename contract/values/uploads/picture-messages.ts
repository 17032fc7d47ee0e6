import { concat } from '../shared/concat'
import { escapeByte, escaped, unescaped } from './escapes'
import type { NalCodec } from './nal-codecs'

/** Types of supplemental messages: ITU-T H.264, annex D, and ITU-T H.265, annex D. */
const padding = 3
const registered = 4
/** A picture's captions are 100 bytes. A unit of more bytes, or of more messages, is emptied without being read. */
const maxUnit = 64 * 1024
const maxMessages = 64
/** Ends the bits of a unit. */
const stop = 0x80

/** A message's places in the payload of its unit. */
interface Message {
  type: number
  from: number
  payloadFrom: number
  to: number
}

/** Returns whether a unit of this header and length becomes padding, whatever is in it. */
export function isEmptied(codec: NalCodec, header: number, length: number): boolean {
  const purpose = codec.purposeOf(header)
  return purpose === 'unread' || (purpose !== 'slice' && purpose !== 'settings' && length > maxUnit)
}

/** Returns a byte of a unit of padding, by its place, the length of the unit, and the byte that it replaces. */
export function emptyByte(codec: NalCodec, length: number, at: number, old: number): number {
  if (at < codec.headerBytes) return codec.padding(at, old)
  return at === length - 1 ? stop : 0xff
}

/**
 * Returns a NAL unit of the same length without what neither players nor decoders need; null if it has nothing
 * else.
 */
export function cleanedUnit(codec: NalCodec, unit: Uint8Array): Uint8Array | null {
  const [header = 0] = unit
  if (isEmptied(codec, header, unit.length)) return emptied(codec, unit)
  switch (codec.purposeOf(header)) {
    case 'messages':
      return withNeededMessages(codec, unit)
    case 'delimiter':
      return separator(codec, unit, true)
    case 'end':
      return separator(codec, unit, false)
    default:
      return null
  }
}

/**
 * Returns a unit that only separates others, with zeros behind its fields, as muxers leave them; null if it is one
 * already. Padding isn't allowed before a picture's first slice.
 */
function separator(codec: NalCodec, unit: Uint8Array, hasField: boolean): Uint8Array | null {
  const at = codec.headerBytes
  const clean = new Uint8Array(unit).fill(0, at)
  // Three bits about the picture, and the end.
  if (hasField && unit.length > at) clean[at] = ((unit[at] ?? 0) & 0xe0) | 0x10
  return unit.every((byte, each) => byte === clean[each]) ? null : clean
}

/**
 * Returns a unit with those messages alone that players need, padded to the same length; null if it has no
 * others. Anyone can write a text into the others: an encoder its settings, a camera date and place, a person
 * anything.
 */
function withNeededMessages(codec: NalCodec, unit: Uint8Array): Uint8Array | null {
  const header = unit.subarray(0, codec.headerBytes)
  const payload = unescaped(unit.subarray(header.length))
  const { messages, isWhole } = readMessages(payload)
  const seen = new Set<number>()
  const kept = messages.filter((message) => {
    if (message.type === padding) return isPadding(payload, message)
    return !seen.has(message.type) && isNeeded(codec, payload, message) && seen.add(message.type)
  })
  if (isWhole && kept.length === messages.length) return null
  const needed = kept.filter(({ type }) => type !== padding)
  // One message at least is in such a unit.
  if (needed.length === 0 && unit.length < header.length + 3) return emptied(codec, unit)
  const parts = [header, ...needed.map(({ from, to }) => payload.subarray(from, to))]
  return padded(escaped(concat(parts)), unit.length) ?? emptied(codec, unit)
}

/** Returns a unit of nothing but padding, as long as the given one; null if it is one already. */
function emptied(codec: NalCodec, unit: Uint8Array): Uint8Array | null {
  const empty = unit.map((old, at) => emptyByte(codec, unit.length, at, old))
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
    if (messages.length === maxMessages) return { messages: [], isWhole: false }
    const from = at
    const type = sum()
    const size = sum()
    if (at + size > end) return { messages, isWhole: false }
    messages.push({ type, from, payloadFrom: at, to: at + size })
    at += size
  }
  return { messages, isWhole: true }
}

function isPadding(payload: Uint8Array, { payloadFrom, to }: Message): boolean {
  for (let at = payloadFrom; at < to; at++) if (payload[at] !== 0xff) return false
  return true
}

function isNeeded(codec: NalCodec, payload: Uint8Array, { type, payloadFrom, to }: Message): boolean {
  if (type === registered) return isCaptions(payload.subarray(payloadFrom, to))
  const range = codec.messages.get(type)
  return range !== undefined && to - payloadFrom >= range.least && to - payloadFrom <= range.most
}

/** Country and provider, format (`GA94`) and type of data: ATSC A/53, part 4, 6.2.3. */
const captions = [0xb5, 0, 0x31, 0x47, 0x41, 0x39, 0x34, 3]

/**
 * Returns whether these are captions of three bytes each, with nothing behind them but bits that mark the end, and
 * zeros.
 */
export function isCaptions(payload: Uint8Array): boolean {
  if (captions.some((byte, at) => payload[at] !== byte)) return false
  const [flags = 0, reserved] = payload.subarray(captions.length)
  // Captions follow, and no other data. Encoders differ in the first flag, which says nothing here, and its byte.
  if ((flags & 0x60) !== 0x40 || (reserved !== 0 && reserved !== 0xff)) return false
  const from = captions.length + 2
  let at = from + 3 * (flags & 0x1f)
  if (payload.length < at) return false
  for (let each = from; each < at; each += 3) if ((payload[each] ?? 0) < 0xf8) return false
  while (payload[at] === 0xff) at += 1
  return payload.subarray(at).every((byte) => byte === 0)
}

/** Returns a unit that begins with these bytes, of this length; null if there is no room. */
function padded(start: Uint8Array, length: number): Uint8Array | null {
  const room = length - start.length - 1
  if (room < 0) return null
  const bytes = new Uint8Array(length)
  bytes.set(start)
  let at = start.length
  const isEscaped = start[at - 1] === 0 && start[at - 2] === 0
  if (room < (isEscaped ? 3 : 2)) {
    // Zeros behind the end are no message.
    bytes[at] = stop
    return bytes
  }
  bytes.fill(0xff, at)
  if (isEscaped) bytes[at++] = escapeByte
  setPadding(bytes.subarray(at, -1))
  bytes[length - 1] = stop
  return bytes
}

/**
 * Writes one message of padding, or two, since a size takes more bytes the longer it is, and one can't have every
 * length. The bytes are 255 already, and at least two.
 */
function setPadding(bytes: Uint8Array): void {
  const sizeAndPayload = bytes.length - 1
  if (sizeAndPayload % 256 === 0) {
    bytes.set([padding, 0])
    setPadding(bytes.subarray(2))
    return
  }
  const full = Math.floor(sizeAndPayload / 256)
  bytes[0] = padding
  bytes[1 + full] = sizeAndPayload - full - 1 - 255 * full
}
