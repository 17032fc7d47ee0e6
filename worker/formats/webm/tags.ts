import { isLocationKey } from '../mp4/location'
import { type ReadAt, readAhead } from '../read-at'
import { EbmlError, ebmlIds, readElementHeader } from './ebml'
import { walkElements } from './elements'

const maxTagsBytes = 4 * 1024 * 1024
const maxTagDepth = 8
const readWindow = 256 * 1024

/**
 * Returns the name of the first tag that reveals the recording location (`LOCATION`, `RECORDING_LOCATION`,
 * `GPSLatitude`), or null. Throws EbmlError.
 */
export async function findWebmLocationTag(read: ReadAt, size: number): Promise<string | null> {
  const near = readAhead(read, size, readWindow)
  for await (const element of walkElements(near, size, (id) => id === ebmlIds.segment)) {
    if (element.id !== ebmlIds.tags) continue
    if (element.size > maxTagsBytes) throw new EbmlError('too_large', 'The tags are too large.')
    const tags = await near(element.from, element.size)
    if (tags.length < element.size) throw new EbmlError('truncated', 'The file ends before its size.')
    const found = findTagName(tags, 0)
    if (found !== null) return found
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
