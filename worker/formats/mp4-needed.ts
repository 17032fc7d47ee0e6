import { bytesOf, latin1, viewOf } from './bytes'
import { type Box, BoxError, childBoxes } from './mp4-boxes'
import { changes, type Patch } from './patches'

/** What players need, by parent. Any other box becomes `free`, whatever it holds. */
const needed: Record<string, readonly string[]> = {
  moov: ['mvhd', 'trak', 'mvex'],
  mvex: ['mehd', 'trex'],
  trak: ['tkhd', 'edts', 'mdia'],
  edts: ['elst'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'dinf', 'stbl'],
  dinf: ['dref'],
  dref: ['url '],
  stbl: [
    ...['stsd', 'stts', 'ctts', 'cslg', 'stss', 'stps', 'stsc', 'stsz', 'stz2', 'stco', 'co64'],
    ...['sdtp', 'sgpd', 'sbgp'],
  ],
  stsd: ['avc1', 'avc3', 'hvc1', 'hev1', 'mp4v', 'mp4a', 'Opus', '.mp3', 'ac-3', 'ec-3'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sdtp', 'sgpd', 'sbgp'],
}
const inSampleEntry = ['avcC', 'hvcC', 'esds', 'dOps', 'dac3', 'dec3', 'btrt', 'pasp', 'clap', 'colr', 'wave']
/** Of QuickTime's box around the decoder's settings; the last one ends it, and is empty. */
const inWave = ['frma', 'esds', '\0\0\0\0']
/** Bytes of one entry in boxes that are version, count and entries (ISO/IEC 14496-12, 8.6 and 8.7). */
const entryBytes: Record<string, number> = {
  ...{ stts: 8, ctts: 8, stss: 4, stps: 4, stsc: 12, stco: 4, co64: 8 },
}
const maxNeededBoxes = 20_000

/**
 * Returns what must be overwritten so that a `moov` or `moof` holds nothing but what players need: other boxes,
 * tracks that are neither picture nor sound, names, dates, and bytes behind the entries of a table. Sizes stay,
 * so every offset in the file holds. `bytes` begin at `base` of the file.
 */
export function patchesOf(bytes: Uint8Array, box: Box, base: number): Patch[] {
  const walk: Walk = { bytes, base, patches: [], boxes: 0 }
  visit(walk, { ...box, offset: box.offset - base })
  return walk.patches
}

/** Makes a box `free`, its contents zero. */
export function freed(bytes: Uint8Array, box: Box, base = 0): Patch {
  const at = box.offset - base
  // A box of 64-bit size keeps it.
  const header = viewOf(bytes).getUint32(at) === 1 ? 16 : 8
  const head = bytes.slice(at, at + header)
  head.set(bytesOf('free'), 4)
  return { offset: box.offset, length: box.size, bytes: head }
}

/** Returns whether a track is picture or sound. */
export function isPlayed(bytes: Uint8Array, trak: Box): boolean {
  const mdia = childrenOf(bytes, trak).find(({ type }) => type === 'mdia')
  const hdlr = mdia && childrenOf(bytes, mdia).find(({ type }) => type === 'hdlr')
  if (!hdlr) throw new BoxError('malformed', 'A track has no handler.')
  const at = hdlr.offset + hdlr.headerSize + 8
  return ['vide', 'soun'].includes(latin1(bytes, at, at + 4))
}

export function childrenOf(bytes: Uint8Array, box: Box, skipped = 0): Box[] {
  return childBoxes(bytes, box.offset + box.headerSize + skipped, box.offset + box.size)
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
  for (const child of childrenOf(walk.bytes, box, fields)) {
    if (++walk.boxes > maxNeededBoxes) throw new BoxError('too_large', 'The file has too many boxes.')
    const isNeeded = allowed.includes(child.type) && (child.type !== 'trak' || isPlayed(walk.bytes, child))
    if (!isNeeded) free(walk, child)
    else if (box.type === 'stsd') visitEntry(walk, child)
    else visit(walk, child)
  }
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
  // The compressor's name, which cameras fill with their own.
  if (!isSound) zero(walk, start + 42, start + 74)
  for (const child of childBoxes(bytes, start + fields, entry.offset + entry.size)) {
    const at = child.offset + child.headerSize
    // Other kinds of colour are ICC profiles, whose text nobody needs.
    const isProfile = child.type === 'colr' && !/^ncl[xc]$/.test(latin1(bytes, at, at + 4))
    if (!inSampleEntry.includes(child.type) || isProfile) free(walk, child)
    else if (child.type === 'wave') visitWave(walk, child)
  }
}

function visitWave(walk: Walk, wave: Box): void {
  for (const child of childrenOf(walk.bytes, wave)) {
    const isFull = child.type === '\0\0\0\0' && child.size > child.headerSize
    if (!inWave.includes(child.type) || isFull) free(walk, child)
  }
}

/** Clears what a needed box holds beyond its purpose. */
function tidy(walk: Walk, box: Box): void {
  const start = box.offset + box.headerSize
  const end = box.offset + box.size
  const view = viewOf(walk.bytes)
  if (['mvhd', 'tkhd', 'mdhd'].includes(box.type)) {
    // Times of creation and change.
    zero(walk, start + 4, start + (walk.bytes[start] === 1 ? 20 : 12))
  } else if (box.type === 'hdlr') {
    zero(walk, start + 12, end)
  } else if (box.type === 'url ') {
    zero(walk, start + 4, end)
  } else if (box.type === 'stsz') {
    if (box.size < box.headerSize + 12) throw new BoxError('malformed', 'A table is too small.')
    const entries = view.getUint32(start + 4) === 0 ? view.getUint32(start + 8) : 0
    zero(walk, start + 12 + entries * 4, end)
  } else {
    const each = entryBytes[box.type]
    if (each === undefined) return
    if (box.size < box.headerSize + 8) throw new BoxError('malformed', 'A table is too small.')
    zero(walk, start + 8 + view.getUint32(start + 4) * each, end)
  }
}

function free(walk: Walk, box: Box): void {
  add(walk, freed(walk.bytes, box))
}

function zero(walk: Walk, from: number, to: number): void {
  if (to > from) add(walk, { offset: from, length: to - from })
}

function add(walk: Walk, patch: Patch): void {
  if (changes(patch, walk.bytes)) walk.patches.push({ ...patch, offset: patch.offset + walk.base })
}
