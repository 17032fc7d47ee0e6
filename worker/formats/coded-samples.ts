import { createHash, type Hash } from 'node:crypto'
import { latin1, viewOf } from './bytes'
import { ebmlIds, maxBlockHead, maxElementHeader, readBlockHead, readElementHeader } from './ebml'
import { drive, type Parser, type StreamReader } from './stream-parser'

/**
 * Hashes the contents of a file's tracks as removals before the hashes by track blocked them: where the file of
 * such a removal is gone, nothing else recognises it. From chunks of any size, in a few bytes of memory. Hex.
 */
export type SamplesHash = StreamReader<string>

/**
 * Returns SHA-256 of all `mdat` payloads in order, so that other metadata or another index change nothing. A
 * remux with another interleaving gives another hash.
 */
export function mp4SamplesHash(): SamplesHash {
  const hash = createHash('sha256')
  return drive(
    mp4Parser((bytes) => hash.update(bytes)),
    () => hash.digest('hex'),
  )
}

/** SHA-256 over the SHA-256 of each track's blocks, so that clusters, cues and interleaving don't count. */
export function webmSamplesHash(): SamplesHash {
  const tracks = new Map<number, Hash>()
  const parser = webmParser((track, bytes) => {
    const hash = tracks.get(track) ?? createHash('sha256')
    tracks.set(track, hash.update(bytes))
  })
  return drive(parser, () => {
    // Sorted, since a muxer may renumber the tracks.
    const digests = [...tracks.values()].map((hash) => hash.digest('hex')).sort()
    return createHash('sha256').update(digests.join('')).digest('hex')
  })
}

function* mp4Parser(sample: (bytes: Uint8Array) => void): Parser {
  for (;;) {
    const head = yield { peek: 16 }
    if (head.length < 8) return
    const view = viewOf(head)
    const short = view.getUint32(0)
    const long = short === 1
    if (long && head.length < 16) return
    const headerSize = long ? 16 : 8
    const size = long ? Number(view.getBigUint64(8)) : short
    // 0 reaches to the end of the file; less than the header is invalid, and hashed as it is.
    const payload = size === 0 ? Number.POSITIVE_INFINITY : size - headerSize
    const isSample = latin1(head, 4, 8) === 'mdat' || payload < 0
    yield { pass: headerSize }
    yield isSample
      ? { pass: payload < 0 ? Number.POSITIVE_INFINITY : payload, to: sample }
      : { pass: payload }
  }
}

const blockGroup = 0xa0
const blockIds = [0xa3, 0xa1]
const entered: number[] = [ebmlIds.segment, ebmlIds.cluster, blockGroup]

function* webmParser(sample: (track: number, bytes: Uint8Array) => void): Parser {
  for (;;) {
    const head = yield { peek: maxElementHeader }
    if (head.length === 0) return
    const element = readElementHeader(head, 0)
    if (!element) {
      yield { pass: Number.POSITIVE_INFINITY, to: (bytes) => sample(0, bytes) }
      return
    }
    yield { pass: element.headerSize }
    if (entered.includes(element.id)) continue
    if (element.size === null || !blockIds.includes(element.id)) {
      yield { pass: element.size ?? Number.POSITIVE_INFINITY }
      continue
    }
    // A remux changes the time in the head.
    const { track, length } = readBlockHead(yield { peek: Math.min(element.size, maxBlockHead) })
    const blockHeader = Math.min(length, element.size)
    yield { pass: blockHeader }
    yield { pass: element.size - blockHeader, to: (bytes) => sample(track, bytes) }
  }
}
