import {
  keyFrameSeconds,
  longestSegment,
  openingSeconds,
  segmentSeconds,
} from '#contract/values/videos/media'

/** Tolerance for times in files, which are rounded to ticks. Seconds. */
const slack = 0.001
/** A shorter rest at the end makes no segment of its own. Seconds. */
const shortestEnd = segmentSeconds / 2
/** A rendition waits this long for a key frame of its source, so that both are cut at the same second. */
const longestWait = 1.5 * segmentSeconds
/** Shortest opening segment before the next required cut. Seconds. */
const shortestOpening = keyFrameSeconds / 2

/**
 * Returns the cuts of a copied source: at its own key frames, at least `segmentSeconds` apart, including the
 * first. Null when they are so far apart that a segment would be too long.
 */
export function cutsOf(keyTimes: readonly number[], end: number): number[] | null {
  const cuts: number[] = []
  for (const time of keyTimes) {
    const last = cuts.at(-1)
    if (last === undefined || isFarEnough(time, last, end)) cuts.push(time)
  }
  const fits = cuts.every((time, index) => (cuts[index + 1] ?? end) - time <= longestSegment)
  return cuts.length > 0 && fits ? cuts : null
}

function isFarEnough(time: number, lastCut: number, end: number): boolean {
  const leavesLittle = end - time < shortestEnd && end - lastCut <= longestWait
  return time - lastCut >= segmentSeconds - slack && !leavesLittle
}

/** Decides frame by frame where an encoded rendition has key frames and where its segments begin. */
export class RenditionCuts {
  readonly #end: number
  #lastKey: number | null = null
  #lastCut = 0
  /** Like `#lastCut`, but counts the extra cuts of the opening too. */
  #lastPiece = 0

  /** `end` is where the source ends, in seconds. */
  constructor(end: number) {
    this.#end = end
  }

  /**
   * `sourceKey` is the time of the source's last key frame up to this frame, `nextSourceKey` that of the next
   * one.
   */
  next(time: number, sourceKey: number, nextSourceKey: number): { key: boolean; cut: boolean } {
    const isFirst = this.#lastKey === null
    const atSource = sourceKey > (this.#lastKey ?? Number.NEGATIVE_INFINITY) + slack
    const key = isFirst || atSource || time - (this.#lastKey ?? 0) >= keyFrameSeconds - slack
    if (!key) return { key, cut: false }
    this.#lastKey = time
    const waits = !atSource && nextSourceKey - this.#lastCut <= longestWait + slack
    const cut = isFirst || (isFarEnough(time, this.#lastCut, this.#end) && !waits)
    if (cut) this.#lastCut = time
    const piece = cut || this.#isOpening(time, nextSourceKey)
    if (piece) this.#lastPiece = time
    return { key, cut: piece }
  }

  /**
   * Returns whether the opening lasts: a player shows nothing until it has a whole segment, so the first ones
   * are short.
   */
  #isOpening(time: number, nextSourceKey: number): boolean {
    // Beyond the next key frame of the source more may follow closely.
    const soonest = Math.max(nextSourceKey, this.#lastCut + segmentSeconds)
    const cutSoon = isFarEnough(soonest, this.#lastCut, this.#end) && soonest - time < shortestOpening - slack
    const long = time - this.#lastPiece >= keyFrameSeconds - slack && this.#end - time >= keyFrameSeconds
    return time <= openingSeconds + slack && long && !cutSoon
  }
}
