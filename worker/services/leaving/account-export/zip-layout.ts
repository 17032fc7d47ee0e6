import { concat } from '#contract/values/shared/concat'

/** A file in the archive, stored without compression. */
export interface ZipEntry {
  /** Includes folders, separated by `/`. */
  name: string
  /** Bytes. */
  size: number
  crc32: number
  /** Milliseconds since 1970. */
  modifiedAt: number
}

/** A piece of the archive: bytes of the format itself, or the contents of the entry with this index. */
export type ZipPiece = { size: number; bytes: Uint8Array } | { size: number; entry: number }

/** From this value on the old fields overflow, and the true number is in the ZIP64 fields. */
const full32 = 0xffff_ffff
const full16 = 0xffff

/** Versions of APPNOTE.TXT that a reader must know: 4.5 has ZIP64. */
const versions = { plain: 20, zip64: 45 }
/** Names are UTF-8. */
const flags = 1 << 11
/** Made on Unix, a regular file that its owner may write: 0100644. */
const madeOn = 3 << 8
const attributes = 0o100644 * 2 ** 16

/**
 * Lays out a ZIP archive (APPNOTE.TXT, method "stored" only, ZIP64 where needed) as pieces. Sizes and
 * checksums are known, so any range can be served alone.
 */
export function layOutZip(entries: readonly ZipEntry[]): { pieces: ZipPiece[]; size: number } {
  const pieces: ZipPiece[] = []
  const directory: Uint8Array[] = []
  let size = 0
  const add = (piece: ZipPiece) => {
    pieces.push(piece)
    size += piece.size
  }
  for (const [index, entry] of entries.entries()) {
    directory.push(centralHeader(entry, size))
    add(written(localHeader(entry)))
    if (entry.size > 0) add({ size: entry.size, entry: index })
  }
  const central = concat(directory)
  const end = endOfDirectory(entries.length, central.length, size)
  add(written(concat([central, end])))
  return { pieces, size }
}

function localHeader(entry: ZipEntry): Uint8Array {
  const name = new TextEncoder().encode(entry.name)
  const isLarge = entry.size >= full32
  const extra = isLarge ? zip64Extra([entry.size, entry.size]) : new Uint8Array()
  const fields = new Fields(30).u32(0x0403_4b50)
  commonFields(fields, entry, isLarge ? versions.zip64 : versions.plain, [name, extra])
  return concat([fields.bytes, name, extra])
}

function centralHeader(entry: ZipEntry, offset: number): Uint8Array {
  const name = new TextEncoder().encode(entry.name)
  const large = [entry.size, entry.size, offset].filter((value) => value >= full32)
  const extra = large.length > 0 ? zip64Extra(large) : new Uint8Array()
  const version = large.length > 0 ? versions.zip64 : versions.plain
  const fields = new Fields(46).u32(0x0201_4b50).u16(madeOn | version)
  commonFields(fields, entry, version, [name, extra])
    // No comment, first disk, no internal attributes.
    .u16(0)
    .u16(0)
    .u16(0)
    .u32(attributes)
    .u32(Math.min(offset, full32))
  return concat([fields.bytes, name, extra])
}

/** Writes the fields that both headers of a file share, from the version that a reader needs. */
function commonFields(
  fields: Fields,
  entry: ZipEntry,
  version: number,
  [name, extra]: [Uint8Array, Uint8Array],
): Fields {
  const size = Math.min(entry.size, full32)
  return fields
    .u16(version)
    .u16(flags)
    .u16(0)
    .u32(dosTime(entry.modifiedAt))
    .u32(entry.crc32)
    .u32(size)
    .u32(size)
    .u16(name.length)
    .u16(extra.length)
}

/** Builds the ZIP64 field with the numbers whose own fields overflow, in field order. */
function zip64Extra(numbers: readonly number[]): Uint8Array {
  const fields = new Fields(4 + 8 * numbers.length).u16(1).u16(8 * numbers.length)
  for (const number of numbers) fields.u64(number)
  return fields.bytes
}

function endOfDirectory(count: number, bytes: number, offset: number): Uint8Array {
  const isLarge = count >= full16 || bytes >= full32 || offset >= full32
  const end = new Fields(22)
    .u32(0x0605_4b50)
    .u16(0)
    .u16(0)
    .u16(Math.min(count, full16))
    .u16(Math.min(count, full16))
    .u32(Math.min(bytes, full32))
    .u32(Math.min(offset, full32))
    .u16(0)
  if (!isLarge) return end.bytes
  const large = new Fields(56)
    .u32(0x0606_4b50)
    .u64(44)
    .u16(madeOn | versions.zip64)
    .u16(versions.zip64)
    .u32(0)
    .u32(0)
    .u64(count)
    .u64(count)
    .u64(bytes)
    .u64(offset)
  const locator = new Fields(20)
    .u32(0x0706_4b50)
    .u32(0)
    .u64(offset + bytes)
    .u32(1)
  return concat([large.bytes, locator.bytes, end.bytes])
}

/** Returns MS-DOS date and time: UTC, in steps of two seconds, from 1980 on. */
function dosTime(at: number): number {
  const date = new Date(at)
  const year = date.getUTCFullYear()
  if (year < 1980) return ((1 << 5) | 1) * 2 ** 16
  const days = ((Math.min(year, 2107) - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return days * 2 ** 16 + time
}

/** Writes little-endian fields one after another. */
class Fields {
  readonly bytes: Uint8Array
  private readonly view: DataView
  private at = 0

  constructor(length: number) {
    this.bytes = new Uint8Array(length)
    this.view = new DataView(this.bytes.buffer)
  }

  u16(value: number): this {
    this.view.setUint16(this.at, value, true)
    this.at += 2
    return this
  }

  u32(value: number): this {
    this.view.setUint32(this.at, value, true)
    this.at += 4
    return this
  }

  u64(value: number): this {
    this.view.setBigUint64(this.at, BigInt(value), true)
    this.at += 8
    return this
  }
}

function written(bytes: Uint8Array): ZipPiece {
  return { size: bytes.length, bytes }
}
