import type { Patch } from '../patches'
import type { Sample } from '../tracks/mp4-table'
import type { Box } from './boxes'

/** Yields the parts of the `mdat` boxes that no sample refers to. Boxes and samples must be in file order. */
export function* gapsIn(media: readonly Box[], samples: Iterable<Sample>): Generator<Patch> {
  let number = 0
  let at = payloadOf(media[0])
  /** Yields the unused parts before a place, box by box. */
  function* until(place: number): Generator<Patch> {
    for (let box = media[number]; box; box = media[number]) {
      const end = Math.min(place, box.offset + box.size)
      if (end > at) yield { offset: at, length: end - at }
      if (place < box.offset + box.size) return
      number += 1
      at = Math.max(at, payloadOf(media[number]))
    }
  }
  for (const { offset, size } of samples) {
    yield* until(offset)
    at = Math.max(at, offset + size)
  }
  yield* until(Number.POSITIVE_INFINITY)
}

function payloadOf(box: Box | undefined): number {
  return box ? box.offset + box.headerSize : 0
}
