import { maxSettings, nalCodecs } from '#contract/values/uploads/nal-codecs'
import { cleanedUnit } from '#contract/values/uploads/picture-messages'
import { bytesOf, latin1, viewOf } from '../bytes'
import { changes, type Patch } from '../patches'
import { type Box, BoxError, childBoxes, inside } from './boxes'
import { neededBytes, unitsOf } from './lengths'

/** Boxes that players need, by parent. Any other box becomes `free`, whatever its contents. */
const needed: Record<string, readonly string[]> = {
  moov: ['mvhd', 'trak', 'mvex'],
  mvex: ['mehd', 'trex'],
  trak: ['tkhd', 'edts', 'mdia'],
  edts: ['elst'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'dinf', 'stbl'],
  dinf: ['dref'],
  dref: ['url '],
  stbl: ['stsd', 'stts', 'ctts', 'cslg', 'stss', 'stps', 'stsc', 'stsz', 'stco', 'co64', 'sgpd', 'sbgp'],
  stsd: ['avc1', 'avc3', 'hvc1', 'hev1', 'mp4v', 'mp4a', 'Opus', '.mp3', 'ac-3', 'ec-3'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sgpd', 'sbgp'],
  // QuickTime's box around the decoder's settings; an empty last child ends it.
  wave: ['frma', 'esds', '\0\0\0\0'],
}
const inSampleEntry = ['avcC', 'hvcC', 'esds', 'dOps', 'btrt', 'pasp', 'clap', 'colr', 'wave']
const maxNeededBoxes = 20_000

/**
 * Returns the patches that remove from a `moov` or `moof` all that players don't need: other boxes, tracks
 * that are neither picture nor sound, names, dates, and bytes after the entries of a table. Sizes stay, so
 * every offset in the file holds. `bytes` begin at `base` of the file.
 */
export function patchesOf(bytes: Uint8Array, box: Box, base: number): Patch[] {
  const walk: Walk = { bytes, base, patches: [], boxes: 0 }
  visit(walk, { ...box, offset: box.offset - base })
  return walk.patches
}

/** Returns the patch that makes a box `free` and zeroes its contents. */
export function freed({ offset, size, headerSize, uuid }: Box): Patch {
  const isLong = headerSize - (uuid === null ? 0 : 16) === 16
  const bytes = new Uint8Array(isLong ? 16 : 8)
  bytes.set(bytesOf('free'), 4)
  const view = viewOf(bytes)
  // A box with a 64-bit size keeps it. A box that needs one but has none reaches to the end of the file.
  view.setUint32(0, isLong ? 1 : size < 2 ** 32 ? size : 0)
  if (isLong) view.setBigUint64(8, BigInt(size))
  return { offset, length: size, bytes }
}

/** Returns whether a track is picture or sound. */
export function isPlayed(bytes: Uint8Array, trak: Box): boolean {
  const mdia = inside(bytes, trak).find(({ type }) => type === 'mdia')
  const hdlr = mdia && inside(bytes, mdia).find(({ type }) => type === 'hdlr')
  if (!hdlr) throw new BoxError('malformed', 'A track has no handler.')
  const at = hdlr.offset + hdlr.headerSize + 8
  return ['vide', 'soun'].includes(latin1(bytes, at, at + 4))
}

interface Walk {
  bytes: Uint8Array
  base: number
  patches: Patch[]
  boxes: number
}

function visit(walk: Walk, box: Box): void {
  const allowed = needed[box.type]
  const fields = box.type === 'stsd' || box.type === 'dref' ? 8 : 0
  if (!allowed) {
    tidy(walk, box)
    return
  }
  for (const child of inside(walk.bytes, box, fields)) {
    if (++walk.boxes > maxNeededBoxes) throw new BoxError('too_large', 'The file has too many boxes.')
    if (!allowed.includes(child.type) || !isNeeded(walk, child)) free(walk, child)
    else if (box.type === 'stsd') visitEntry(walk, child)
    else visit(walk, child)
  }
}

/** Returns whether a box of a needed type has a needed purpose. */
function isNeeded({ bytes }: Walk, box: Box): boolean {
  const start = box.offset + box.headerSize
  if (box.type === 'trak') return isPlayed(bytes, box)
  // Roll groups tell how many samples to decode before another one, which some sound needs for seeking.
  if (box.type === 'sgpd' || box.type === 'sbgp') return latin1(bytes, start + 4, start + 8) === 'roll'
  // Other kinds of colour are ICC profiles, whose text no player needs.
  if (box.type === 'colr') return /^ncl[xc]$/.test(latin1(bytes, start, start + 4))
  return box.type !== '\0\0\0\0' || box.size === box.headerSize
}

/** A sample entry: fields of a fixed size, then boxes (ISO/IEC 14496-12, 12.1.3 and 12.2.3). */
function visitEntry(walk: Walk, entry: Box): void {
  const { bytes } = walk
  const start = entry.offset + entry.headerSize
  const isSound = /^(mp4a|Opus|\.mp3|ac-3|ec-3)$/.test(entry.type)
  // QuickTime's second and third version of a sound entry have more fields.
  const version = isSound && entry.size >= entry.headerSize + 28 ? viewOf(bytes).getUint16(start + 8) : 0
  const fields = isSound ? 28 + (version === 0 ? 0 : version === 1 ? 16 : 36) : 78
  if (entry.size < entry.headerSize + fields) throw new BoxError('malformed', 'A sample entry is too small.')
  // The compressor's name: cameras put their own there.
  if (!isSound) zero(walk, start + 42, start + 74)
  for (const child of childBoxes(bytes, start + fields, entry.offset + entry.size)) {
    if (!inSampleEntry.includes(child.type) || !isNeeded(walk, child)) free(walk, child)
    else visit(walk, child)
  }
}

/** Clears the parts of a needed box that players don't need. */
function tidy(walk: Walk, box: Box): void {
  const start = box.offset + box.headerSize
  if (['mvhd', 'tkhd', 'mdhd'].includes(box.type)) {
    // Times of creation and change.
    zero(walk, start + 4, start + (walk.bytes[start] === 1 ? 20 : 12))
  }
  const length = neededBytes(walk.bytes, box)
  if (box.type === 'elst' && length < box.size) {
    // Some players count entries by the size of the box, so zeros would count as one more.
    throw new BoxError('malformed', 'The edit list has another length than it says.')
  }
  // Encoders of HEVC repeat their messages among the settings.
  const codec = box.type === 'hvcC' ? nalCodecs.hevc : nalCodecs.avc
  for (const { from, to } of unitsOf(walk.bytes, box)) {
    const unit = walk.bytes.subarray(from, to)
    if (codec.purposeOf(unit[0] ?? 0) === 'settings' && unit.length > maxSettings) {
      throw new BoxError('too_large', 'The settings of the pictures are too long.')
    }
    const bytes = cleanedUnit(codec, unit)
    if (bytes) add(walk, { offset: from, length: to - from, bytes })
  }
  zero(walk, box.offset + length, box.offset + box.size)
}

function free(walk: Walk, box: Box): void {
  add(walk, freed(box))
}

function zero(walk: Walk, from: number, to: number): void {
  if (to > from) add(walk, { offset: from, length: to - from })
}

function add(walk: Walk, patch: Patch): void {
  if (changes(patch, walk.bytes)) walk.patches.push({ ...patch, offset: patch.offset + walk.base })
}
