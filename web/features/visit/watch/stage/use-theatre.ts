import { useState } from 'react'
import { choose, isChosen } from '#web/lib/dom/display-choice'
import { useMatches } from '#web/lib/dom/use-matches'
import type { Theatre } from '#web/player/ui/player-surface'

/**
 * Gives the stage all of the page's width, by styles alone: the player stays where it is. Undefined where the
 * window is too narrow for two columns.
 */
export function useTheatre(): Theatre | undefined {
  const [on, setOn] = useState(() => isChosen('theatre'))
  const isWide = useMatches('(width >= 64rem)')

  function toggle(): void {
    choose('theatre', !on)
    setOn(!on)
  }

  return isWide ? { on, toggle } : undefined
}
