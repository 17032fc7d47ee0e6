import { useState } from 'react'

export interface Selection<Item> {
  /** Selected items that are still listed, in their current state. */
  chosen: Item[]
  has: (id: number) => boolean
  /** The selection has reached the limit of one action. */
  full: boolean
  /** Selects or drops an item; with `through` also those between it and the one before. */
  toggle: (id: number, selected: boolean, through?: boolean) => void
  /** Selects listed items from the first on, up to the limit of one action. */
  chooseAll: () => void
  clear: () => void
}

/** Holds the selected items of a list. `list` names it, and another list begins without a selection. */
export function useSelection<Item extends { id: number }>(
  items: readonly Item[],
  atMost: number,
  list = '',
): Selection<Item> {
  const [listed, setListed] = useState(list)
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [last, setLast] = useState<number | null>(null)
  if (listed !== list) {
    setListed(list)
    setIds(new Set())
  }
  const chosen = items.filter(({ id }) => ids.has(id))

  function between(id: number): number[] {
    const [from, to] = [last, id].map((each) => items.findIndex((item) => item.id === each)) as [
      number,
      number,
    ]
    if (from < 0) return [id]
    return items.slice(Math.min(from, to), Math.max(from, to) + 1).map((item) => item.id)
  }

  return {
    chosen,
    has: (id) => ids.has(id),
    full: chosen.length >= atMost,
    toggle(id, selected, through = false) {
      const touched = new Set(through ? between(id) : [id])
      const others = chosen.map((item) => item.id).filter((other) => !touched.has(other))
      setIds(new Set(selected ? [...others, ...touched].slice(0, atMost) : others))
      setLast(id)
    },
    chooseAll: () => setIds(new Set(items.slice(0, atMost).map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
