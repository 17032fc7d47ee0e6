import type { ListStep } from '#contract/schemas/videos/lists'
import { paths } from '../../lib/navigation/paths'

/** A list that plays, as the video page's address names it. */
export interface Played {
  /** The ID of the viewer's own list, or the key in the link of a shared one. */
  list: string
  /** The seed of a shuffled order; null for the list's own order. */
  shuffle: string | null
}

/** Reads the list that plays from an address; null for none. */
export function readPlayed(search: string): Played | null {
  const params = new URLSearchParams(search)
  const list = params.get('list') ?? ''
  if (!/^([1-9]\d{0,14}|[\w-]{22})$/.test(list)) return null
  return { list, shuffle: params.get('shuffle') }
}

/** Returns the address of a video while a list plays. */
export function pathInList({ id, key }: Pick<ListStep, 'id' | 'key'>, { list, shuffle }: Played): string {
  const path = paths.video(id, key)
  const params = new URLSearchParams({ list, ...(shuffle !== null && { shuffle }) })
  return `${path}${path.includes('?') ? '&' : '?'}${params}`
}

/** Returns the seed of a new shuffled order, which begins with the video `first` if it is given. */
export function createShuffle(first?: number): string {
  const seed = Math.floor(Math.random() * 0xffffffff)
  return first === undefined ? String(seed) : `${seed}.${first}`
}

/**
 * Returns the steps in playing order. The same seed gives the same order, so that Back and a reload keep it.
 */
export function inPlayingOrder(steps: readonly ListStep[], shuffle: string | null): readonly ListStep[] {
  if (shuffle === null) return steps
  const [seed = 0, first] = shuffle.split('.').map(Number)
  const rank = ({ id }: ListStep) => (id === first ? -1 : scatter(seed, id))
  return steps.toSorted((a, b) => rank(a) - rank(b) || a.id - b.id)
}

/** Hashes a seed and an ID to a number below 2³² that reveals neither. */
function scatter(seed: number, id: number): number {
  let mixed = Math.imul(seed ^ Math.imul(id, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
