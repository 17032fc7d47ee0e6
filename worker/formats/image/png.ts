import { crc32 } from 'node:zlib'
import { concat } from '#contract/values/shared/concat'
import { bytesOf, latin1, viewOf } from '../bytes'
import { checkSide, ImageError, type StrippedBytes } from './error'
import { buildOrientation, readOrientation, shownSize } from './orientation'

const signatureLength = 8
/**
 * Chunks to keep, and their maximum length by the PNG specification (third edition, section 11): a larger one
 * carries something else. Text, time, EXIF and animation frames are dropped; the first picture stays.
 */
const keptChunks: Record<string, number> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Number.POSITIVE_INFINITY,
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  iCCP: Number.POSITIVE_INFINITY,
  sBIT: 4,
  bKGD: 6,
  pHYs: 9,
}

export function stripPng(bytes: Uint8Array): StrippedBytes {
  const view = viewOf(bytes)
  const kept: Uint8Array[] = []
  let size: { width: number; height: number } | null = null
  let orientation = 1
  let pixels = 0

  let at = signatureLength
  for (;;) {
    if (at + 12 > bytes.length) throw new ImageError('truncated', 'The picture ends too soon.')
    const length = view.getUint32(at)
    const end = at + 12 + length
    if (end > bytes.length) throw new ImageError('truncated', 'The picture ends too soon.')
    const type = latin1(bytes, at + 4, at + 8)
    const chunk = bytes.subarray(at, end)
    const data = bytes.subarray(at + 8, end - 4)
    at = end

    if ((type === 'IHDR') !== (size === null))
      throw new ImageError('malformed', 'The header is out of place.')
    if (type === 'IEND') break
    if (type === 'eXIf') orientation = readOrientation(data)
    const longest = keptChunks[type]
    // An upper-case first letter marks a chunk that a decoder must understand.
    if (longest === undefined && /^[A-Z]/.test(type)) {
      throw new ImageError('unsupported', `This kind of PNG is not supported (${type}).`)
    }
    if (longest === undefined || length > longest) continue
    if (crc32(chunk.subarray(4, -4)) !== view.getUint32(end - 4)) {
      throw new ImageError('malformed', `The checksum of ${type} is wrong.`)
    }
    if (type === 'IHDR') size = readHeader(data)
    if (type === 'IDAT') pixels += length
    kept.push(chunk)
  }
  if (!size || pixels === 0) throw new ImageError('malformed', 'The picture has no pixels.')

  const turned = orientation > 1 ? [buildChunk('eXIf', buildOrientation(orientation))] : []
  const [header, ...rest] = kept
  return {
    bytes: concat([
      bytes.subarray(0, signatureLength),
      header ?? new Uint8Array(0),
      ...turned,
      ...rest,
      buildChunk('IEND', new Uint8Array(0)),
    ]),
    ...shownSize(size.width, size.height, orientation),
    end: at,
  }
}

function readHeader(data: Uint8Array): { width: number; height: number } {
  if (data.length !== 13) throw new ImageError('malformed', 'The header is broken.')
  const view = viewOf(data)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  checkSide(width, height)
  return { width, height }
}

function buildChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + data.length)
  const view = viewOf(chunk)
  view.setUint32(0, data.length)
  chunk.set(bytesOf(type), 4)
  chunk.set(data, 8)
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)))
  return chunk
}
