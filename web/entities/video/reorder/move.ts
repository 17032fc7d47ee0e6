import type { Pages } from '#web/lib/query/paged'

export const moves = ['top', 'up', 'down', 'end'] as const
export type Move = (typeof moves)[number]

/** A move as the server takes it: one video goes right before another or, with null, to the end. */
export interface Placing {
  videoId: number
  before: number | null
}

/** Returns the move; null where there is nothing to move. */
export function placingOf(ids: readonly number[], videoId: number, move: Move): Placing | null {
  const at = ids.indexOf(videoId)
  const next = ids[at + 1]
  switch (move) {
    case 'end':
      return { videoId, before: null }
    case 'down':
      // The video below moves up instead: the one after it may not be loaded.
      return next === undefined ? null : { videoId: next, before: videoId }
    case 'up':
    case 'top': {
      const before = ids[move === 'up' ? at - 1 : 0]
      return before === undefined || before === videoId ? null : { videoId, before }
    }
  }
}

/** Returns the list with a video moved. A video moved past the loaded pages is left out. */
export function movePlaced<Item>(
  data: Pages<Item> | undefined,
  { videoId, before }: Placing,
  videoOf: (item: Item) => number,
): Pages<Item> | undefined {
  const moved = data?.pages.flatMap(({ items }) => items).find((item) => videoOf(item) === videoId)
  if (!data || !moved) return data
  const isWhole = data.pages.at(-1)?.nextCursor === null
  const pages = data.pages.map((page, at) => {
    const others = page.items.filter((item) => videoOf(item) !== videoId)
    const target = others.findIndex((item) => videoOf(item) === before)
    if (target >= 0) return { ...page, items: others.toSpliced(target, 0, moved) }
    const isEnd = before === null && isWhole && at === data.pages.length - 1
    return { ...page, items: isEnd ? [...others, moved] : others }
  })
  return { ...data, pages }
}
