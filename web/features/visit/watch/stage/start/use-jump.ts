import { useEffect } from 'react'
import { usePlayer } from '#web/player/ui/player-context'
import type { Start } from './use-start'

/** Goes to the moment that the address of the video's page comes to name: by a link to it, Back or Forward. */
export function useJump(start: Start): void {
  const player = usePlayer()
  useEffect(() => {
    if (start.isJump) player.seekTo(start.startAt)
  }, [player, start])
}
