import { useState } from 'react'
import { choose, isChosen } from '../../../../lib/dom/display-choice'
import type { Theatre } from '../../../../player/ui/player-surface'

/** Widens the stage to the page, by styles alone: the player stays where it is. */
export function useTheatre(): Theatre {
  const [on, setOn] = useState(() => isChosen('theatre'))
  return {
    on,
    toggle() {
      // A narrower window has one column anyway.
      if (!matchMedia('(width >= 64rem)').matches) return
      choose('theatre', !on)
      setOn(!on)
    },
  }
}
