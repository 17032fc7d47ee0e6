import type { ReadAt } from '../read-at'
import { EbmlError, ebmlIds, maxElementHeader, readElementHeader } from './ebml'

export interface Element {
  id: number
  /** Offsets of its header and its content. */
  offset: number
  from: number
  /** Bytes that it holds. */
  size: number
}

/**
 * An hour of a live recording, whose clusters have no size and are walked block by block, has about 300,000.
 */
const maxElements = 2_000_000

/**
 * Yields the elements of a WebM in order. An entered element isn't yielded, only its children are. The walk
 * is flat: it enters a segment or cluster of unknown size too, so it needn't know where that ends (RFC 8794,
 * 6.2). Throws EbmlError.
 */
export async function* walkElements(
  read: ReadAt,
  size: number,
  isEntered: (id: number) => boolean,
): AsyncGenerator<Element> {
  for (let offset = 0, count = 0; offset < size; count++) {
    if (count === maxElements) throw new EbmlError('too_large', 'The file has too many elements.')
    const head = await read(offset, Math.min(maxElementHeader, size - offset))
    const element = readElementHeader(head, 0)
    if (!element) throw new EbmlError('malformed', `No element at ${offset}.`)
    const { id } = element
    const from = offset + element.headerSize
    if (element.size === null && id !== ebmlIds.cluster && id !== ebmlIds.segment) {
      throw new EbmlError('malformed', `An element of unknown size before ${from}.`)
    }
    if ((element.size ?? 0) > size - from) throw new EbmlError('truncated', 'An element ends past the file.')
    if (element.size === null || isEntered(id)) {
      offset = from
      continue
    }
    yield { id, offset, from, size: element.size }
    offset = from + element.size
  }
}
