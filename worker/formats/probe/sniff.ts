import { latin1, startsWith, viewOf } from '../bytes'
import { ebmlIds, readElementHeader } from '../webm/ebml'

export const contentTypes = {
  mp4: 'video/mp4',
  quicktime: 'video/quicktime',
  webm: 'video/webm',
  matroska: 'video/x-matroska',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
} as const

export type MediaKind = keyof typeof contentTypes

/** Enough for every format below: a JPEG's first segments are checked as far as they lie inside. */
export const sniffLength = 4096

/**
 * Returns the kind of a file from its first bytes, by an allow-list; null for everything else, including
 * imitations. It decides which parser reads the file, not that the file is whole.
 */
export function sniffMedia(head: Uint8Array): MediaKind | null {
  if (startsWith(head, 'ftyp', 4)) return sniffBrands(head)
  if (isPng(head)) return 'png'
  if (isWebp(head)) return 'webp'
  if (isJpeg(head)) return 'jpeg'
  return sniffDocType(head)
}

const mp4Brands: ReadonlySet<string> = new Set(
  ['isom', 'iso2', 'iso3', 'iso4', 'iso5', 'iso6', 'iso7', 'iso8', 'iso9', 'mp41', 'mp42'].concat([
    'avc1',
    'M4V ',
    'M4VH',
    'M4VP',
    'dash',
    'cmfc',
    'cmf2',
    'MSNV',
    'XAVC',
  ]),
)
/** HEIF and AVIF, sequences too, list `iso8` among their brands but are pictures. */
const pictureBrands: ReadonlySet<string> = new Set([
  'mif1',
  'msf1',
  'heic',
  'heix',
  'hevc',
  'hevx',
  'avif',
  'avis',
  'crx ',
])

/**
 * ISO/IEC 14496-12, 4.3: the major brand decides; an unknown one passes when a known one is listed beside it.
 */
function sniffBrands(head: Uint8Array): MediaKind | null {
  const size = viewOf(head).getUint32(0)
  if (size < 16 || size > 1024 || size % 4 !== 0 || head.length < 16) return null
  const major = latin1(head, 8, 12)
  const brands = [major]
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(latin1(head, at, at + 4))
  if (brands.some((brand) => pictureBrands.has(brand))) return null
  if (major === 'qt  ') return 'quicktime'
  return brands.some((brand) => mp4Brands.has(brand)) ? 'mp4' : null
}

/** RFC 8794, 11.2.4: DocType is inside the EBML header, among elements in any order. */
function sniffDocType(head: Uint8Array): MediaKind | null {
  const header = readElementHeader(head, 0)
  if (header?.id !== ebmlIds.header || header.size === null) return null
  const end = Math.min(header.headerSize + header.size, head.length)
  for (let at = header.headerSize; at < end; ) {
    const element = readElementHeader(head, at)
    if (!element || element.size === null) return null
    at += element.headerSize
    if (at + element.size > end) return null
    if (element.id === ebmlIds.docType) {
      // Strings may be padded with zero bytes (RFC 8794, 7.4).
      const docType = latin1(head, at, Math.min(at + element.size, at + 32)).replace(/\0+$/, '')
      return docType === 'webm' || docType === 'matroska' ? docType : null
    }
    at += element.size
  }
  return null
}

function isPng(head: Uint8Array): boolean {
  if (head.length < 33 || !startsWith(head, '\x89PNG\r\n\x1a\n\0\0\0\rIHDR')) return false
  const view = viewOf(head)
  return view.getInt32(16) > 0 && view.getInt32(20) > 0 && [0, 2, 3, 4, 6].includes(view.getUint8(25))
}

/** RFC 9649; each of the three first chunks has a mark of its own at a fixed place. */
function isWebp(head: Uint8Array): boolean {
  if (head.length < 26 || !startsWith(head, 'RIFF') || !startsWith(head, 'WEBP', 8)) return false
  if (startsWith(head, 'VP8 ', 12)) return startsWith(head, '\x9d\x01\x2a', 23)
  if (startsWith(head, 'VP8L', 12)) return head[20] === 0x2f
  return startsWith(head, 'VP8X', 12) && viewOf(head).getUint32(16, true) === 10
}

/**
 * Names that the application segments begin with; a segment without its name is no part of a picture (ITU-T
 * T.81, B.2.4.6).
 */
const applicationNames: Record<number, readonly string[]> = {
  224: ['JFIF\0', 'JFXX\0', 'AVI1'],
  225: ['Exif\0\0', 'http://ns.adobe.com/'],
  226: ['ICC_PROFILE\0', 'MPF\0'],
  237: ['Photoshop 3.0\0'],
  238: ['Adobe'],
}

/**
 * Three bytes prove little (`FF D8 FF E0<script>`), so each segment that fits in `head` must lead to the
 * next.
 */
function isJpeg(head: Uint8Array): boolean {
  if (head.length < 16 || head[0] !== 0xff || head[1] !== 0xd8) return false
  const view = viewOf(head)
  for (let at = 2, segments = 0; ; segments++) {
    // Never true for the first segment, since there are at least 16 bytes.
    if (at + 4 > head.length) return true
    const marker = view.getUint8(at + 1)
    const length = view.getUint16(at + 2)
    if (head[at] !== 0xff || !isPlausibleSegment(head, at + 4, marker, length, segments === 0)) return false
    if (marker === 0xda) return segments > 0
    at += 2 + length
  }
}

function isPlausibleSegment(head: Uint8Array, at: number, marker: number, length: number, first: boolean) {
  // Tables, frame, restart interval, scan: the longest they can be by ITU-T T.81, B.2.
  if (marker === 0xdb) return length >= 67 && length <= 2 + 4 * 129
  if (marker === 0xdd) return length === 4
  if (marker === 0xda) return length >= 8 && length <= 14
  if (marker >= 0xc0 && marker <= 0xcf) return length >= 11 && length <= 2 + 8 * 273
  const names = applicationNames[marker]
  if (names) return length > 4 && names.some((name) => startsWith(head, name, at))
  // A comment or an unknown segment may hold anything, so a picture that starts with one proves nothing.
  return !first && length >= 2 && (marker === 0xfe || (marker >= 0xe0 && marker <= 0xef))
}
