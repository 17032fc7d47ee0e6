/** Videos that are loaded together. */
const partSize = 24
/** Videos shown before the current one, where there are as many. */
const shownBefore = 8

/** Places in the order of a list: each part that is shown lies between two of them. */
export type Cuts = readonly number[]

export const noCuts: Cuts = []

/**
 * Returns the shown part of `count` videos: the earlier part, as long as the current video and its neighbours
 * are in it.
 */
export function cutsAround(at: number, count: number, shown: Cuts): Cuts {
  if (count === 0) return noCuts
  const current = Math.max(at, 0)
  const [first = 0, last = 0] = [shown[0], shown.at(-1)]
  if (current < first || current >= last || last > count) {
    const start = Math.max(current - shownBefore, 0)
    return [start, Math.min(start + partSize, count)]
  }
  if (current === first && first > 0) return earlier(shown)
  if (current === last - 1 && last < count) return later(shown, count)
  return shown
}

export function earlier(shown: Cuts): Cuts {
  return [Math.max((shown[0] ?? 0) - partSize, 0), ...shown]
}

export function later(shown: Cuts, count: number): Cuts {
  return [...shown, Math.min((shown.at(-1) ?? 0) + partSize, count)]
}

/** Returns the items of each part. */
export function partsOf<Item>(items: readonly Item[], cuts: Cuts): readonly (readonly Item[])[] {
  return cuts.slice(1).map((end, part) => items.slice(cuts[part], end))
}
