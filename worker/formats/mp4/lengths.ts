import { viewOf } from '../bytes'
import type { Box } from './boxes'

/** Returns how many bytes players need of a box with these contents, header excluded. */
type Length = (contents: DataView, version: number) => number

/**
 * Lengths by type: ISO/IEC 14496-12 (8.2 to 8.8 and 12), 14496-14 and -15, the encapsulation of Opus, and
 * QuickTime. Boxes of other types are needed whole.
 */
const lengths: Record<string, Length> = {
  mvhd: fixed(100, 112),
  tkhd: fixed(84, 96),
  mdhd: fixed(24, 36),
  hdlr: fixed(12),
  vmhd: fixed(12),
  smhd: fixed(8),
  'url ': fixed(4),
  elst: (contents, version) => 8 + contents.getUint32(4) * (version === 1 ? 20 : 12),
  stts: table(8),
  ctts: table(8),
  stss: table(4),
  stps: table(4),
  stsc: table(12),
  stco: table(4),
  co64: table(8),
  cslg: fixed(24, 44),
  stsz: (contents) => 12 + (contents.getUint32(4) === 0 ? contents.getUint32(8) * 4 : 0),
  sbgp: (contents, version) => {
    const before = version === 1 ? 12 : 8
    return before + 4 + contents.getUint32(before) * 8
  },
  // Roll distances of 16 bits: no other sample groups are needed.
  sgpd: (contents, version) => {
    const before = version === 0 ? 8 : 12
    return before + 4 + contents.getUint32(before) * 2
  },
  mehd: fixed(8, 12),
  trex: fixed(24),
  mfhd: fixed(8),
  tfdt: fixed(8, 12),
  tfhd: (contents) => {
    const flags = contents.getUint32(0)
    return 8 + (flags & 0x1 ? 8 : 0) + fieldsIn(flags, 0x2, 0x8, 0x10, 0x20)
  },
  trun: (contents) => {
    const flags = contents.getUint32(0)
    return 8 + fieldsIn(flags, 0x1, 0x4) + contents.getUint32(4) * fieldsIn(flags, 0x100, 0x200, 0x400, 0x800)
  },
  pasp: fixed(8),
  btrt: fixed(12),
  clap: fixed(32),
  frma: fixed(4),
  // Primaries, transfer and matrix; `nclx` adds the range.
  colr: (contents) => (contents.getUint32(0) === 0x6e636c78 ? 11 : 10),
  dOps: (contents) => 11 + (contents.getUint8(10) === 0 ? 0 : 2 + contents.getUint8(1)),
  avcC: (contents) => avcUnits(contents).end,
  hvcC: (contents) => hevcUnits(contents).end,
  esds: descriptorLength,
}

/**
 * Returns how many bytes of a box players need, header included. The bytes after those could hold anything.
 */
export function neededBytes(bytes: Uint8Array, { type, offset, size, headerSize }: Box): number {
  const contents = viewOf(bytes.subarray(offset + headerSize, offset + size))
  const length = lengths[type]
  if (!length || contents.byteLength === 0) return size
  try {
    return Math.min(size, headerSize + length(contents, contents.getUint8(0)))
  } catch (error) {
    // The box ends before the fields that tell its length, so nothing follows them.
    if (error instanceof RangeError) return size
    throw error
  }
}

function fixed(length: number, longer = length): Length {
  return (_, version) => (version === 1 ? longer : length)
}

/** Returns the length of version and flags, the number of entries, and entries of `each` bytes. */
function table(each: number): Length {
  return (contents) => 8 + contents.getUint32(4) * each
}

/** Returns the bytes of the 32-bit fields whose flags are set. */
function fieldsIn(flags: number, ...present: number[]): number {
  return 4 * present.filter((flag) => flags & flag).length
}

/** Places of NAL units in a decoder's settings, header of the box excluded, and the end of the settings. */
interface Units {
  units: { from: number; to: number }[]
  end: number
}

/** ISO/IEC 14496-15, 5.3.3.1: parameter sets, and for High profiles the fields after them. */
function avcUnits(contents: DataView): Units {
  const sequences = unitList(contents, 6, contents.getUint8(5) & 0x1f)
  const pictures = unitList(contents, sequences.end + 1, contents.getUint8(sequences.end))
  const units = [...sequences.units, ...pictures.units]
  const { end } = pictures
  const hasMore = [100, 110, 122, 144].includes(contents.getUint8(1)) && contents.byteLength >= end + 4
  if (!hasMore) return { units, end }
  const more = unitList(contents, end + 4, contents.getUint8(end + 3))
  return { units: [...units, ...more.units], end: more.end }
}

/** ISO/IEC 14496-15, 8.3.3.1: arrays of NAL units. */
function hevcUnits(contents: DataView): Units {
  const units: Units['units'] = []
  let end = 23
  for (let arrays = contents.getUint8(22); arrays > 0; arrays--) {
    const list = unitList(contents, end + 3, contents.getUint16(end + 1))
    units.push(...list.units)
    end = list.end
  }
  return { units, end }
}

/** Returns a number of NAL units from `at` on; each follows its length. */
function unitList(contents: DataView, at: number, count: number): Units {
  const units: Units['units'] = []
  let end = at
  for (let left = count; left > 0; left--) {
    const from = end + 2
    end = from + contents.getUint16(end)
    units.push({ from, to: end })
  }
  return { units, end }
}

const unitsIn: ReadonlyMap<string, (contents: DataView) => Units> = new Map([
  ['avcC', avcUnits],
  ['hvcC', hevcUnits],
])

/** Returns the places of the NAL units in a box, which only a decoder's settings have. */
export function unitsOf(bytes: Uint8Array, { type, offset, size, headerSize }: Box): Units['units'] {
  const start = offset + headerSize
  const contents = viewOf(bytes.subarray(start, offset + size))
  try {
    const { units = [] } = unitsIn.get(type)?.(contents) ?? {}
    return units.map(({ from, to }) => ({ from: start + from, to: Math.min(start + to, offset + size) }))
  } catch (error) {
    // The box ends inside its lists, and no decoder reads it.
    if (error instanceof RangeError) return []
    throw error
  }
}

/** ISO/IEC 14496-1, 8.3.3: a descriptor after version and flags; each byte holds seven bits of its size. */
function descriptorLength(contents: DataView): number {
  let at = 5
  let size = 0
  for (let isMore = true; isMore && at < 9; at++) {
    const byte = contents.getUint8(at)
    size = size * 128 + (byte & 0x7f)
    isMore = byte >= 0x80
  }
  return at + size
}
