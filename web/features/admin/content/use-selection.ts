import { useState } from 'react'
import type { AdminVideo } from '../../../../contract/schemas/moderation/content'
import { bulkSize } from '../../../../contract/values/moderation/content'

export interface Selection {
  /** Selected videos that are still listed, in their current state. */
  chosen: AdminVideo[]
  has: (id: number) => boolean
  /** The selection has reached the limit of one action. */
  full: boolean
  toggle: (id: number, selected: boolean) => void
  /** Selects listed videos from the first on, up to the limit of one action. */
  chooseAll: () => void
  clear: () => void
}

export function useSelection(videos: readonly AdminVideo[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const chosen = videos.filter(({ id }) => ids.has(id))
  return {
    chosen,
    has: (id) => ids.has(id),
    full: chosen.length >= bulkSize,
    toggle(id, selected) {
      const others = chosen.map((video) => video.id).filter((other) => other !== id)
      setIds(new Set(selected ? [...others, id] : others))
    },
    chooseAll: () => setIds(new Set(videos.slice(0, bulkSize).map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
