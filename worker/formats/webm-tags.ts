import { ebmlIds, maxElementHeader, readElementHeader } from './ebml'
import { isLocationKey } from './mp4-location'
import { type ReadAt, readAhead } from './read-at'

export type EbmlErrorReason = 'malformed' | 'truncated' | 'too_large'

/** The file's elements can't be followed to the end, so nothing is certain about its tags. */
export class EbmlError extends Error {
  override readonly name = 'EbmlError'
  readonly reason: EbmlErrorReason

  constructor(reason: EbmlErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}

const maxTagsBytes = 4 * 1024 * 1024
const maxTagDepth = 8
/**
 * An hour of a live recording, whose clusters have no size and are walked block by block, has about 300,000.
 */
const maxElements = 2_000_000
/**
 * Bounds the requests to R2 when blocks are larger than a window and each is skipped by a read of its own.
 */
const maxReads = 8_000
const readWindow = 256 * 1024

/**
 * Returns the name of the first tag that reveals the recording location (`LOCATION`, `RECORDING_LOCATION`,
 * `GPSLatitude`), or null. The walk is flat: it enters segments and clusters of unknown size and skips all
 * else by size, so it needn't know where an unknown size ends (RFC 8794, 6.2). Throws EbmlError.
 */
export async function findWebmLocationTag(read: ReadAt, size: number): Promise<string | null> {
  let reads = 0
  const readNear = readAhead(
    (offset, length) => {
      if (++reads > maxReads) throw new EbmlError('too_large', 'The file takes too many reads.')
      return read(offset, length)
    },
    size,
    readWindow,
  )
  for (let offset = 0, count = 0; offset < size; count++) {
    if (count === maxElements) throw new EbmlError('too_large', 'The file has too many elements.')
    const head = await readNear(offset, Math.min(maxElementHeader, size - offset))
    const element = readElementHeader(head, 0)
    if (!element) throw new EbmlError('malformed', `No element at ${offset}.`)
    offset += element.headerSize
    if (element.id === ebmlIds.segment) continue
    if (element.size === null) {
      if (element.id === ebmlIds.cluster) continue
      throw new EbmlError('malformed', `An element of unknown size before ${offset}.`)
    }
    if (element.size > size - offset) throw new EbmlError('truncated', 'An element ends past the file.')
    if (element.id === ebmlIds.tags) {
      if (element.size > maxTagsBytes) throw new EbmlError('too_large', 'The tags are too large.')
      const tags = await read(offset, element.size)
      if (tags.length < element.size) throw new EbmlError('truncated', 'The file ends before its size.')
      const found = findTagName(tags, 0)
      if (found !== null) return found
    }
    offset += element.size
  }
  return null
}

/** Simple tags may be nested: the name of a place can hang below that of a person. */
function findTagName(bytes: Uint8Array, depth: number): string | null {
  if (depth === maxTagDepth) throw new EbmlError('malformed', 'Tags are nested too deep.')
  for (let at = 0; at < bytes.length; ) {
    const element = readElementHeader(bytes, at)
    if (!element || element.size === null) throw new EbmlError('malformed', 'A tag is broken.')
    const start = at + element.headerSize
    const end = start + element.size
    if (end > bytes.length) throw new EbmlError('truncated', 'A tag ends past its parent.')
    const payload = bytes.subarray(start, end)
    if (element.id === ebmlIds.tag || element.id === ebmlIds.simpleTag) {
      const found = findTagName(payload, depth + 1)
      if (found !== null) return found
    } else if (element.id === ebmlIds.tagName) {
      const name = new TextDecoder().decode(payload).replace(/\0+$/, '')
      if (isLocationKey(name)) return name
    }
    at = end
  }
  return null
}
