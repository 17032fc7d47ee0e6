import { useEffect } from 'react'
import { offerPlayFrom } from '../../../../entities/video/play-from'
import { wantsCalm } from '../../../../lib/dom/wants-calm'
import type { PlayerController } from '../../../../player/dom/player-controller'
import { usePlayer } from '../../../../player/ui/player-context'
import { playerHost } from './player-host'

/** Lets what is outside of the player, such as a time in a comment, play the video from a second. */
export function usePlayFrom(videoId: number): void {
  const player = usePlayer()
  useEffect(() => {
    let cancel = () => {}
    const takeBack = offerPlayFrom(videoId, (second) => {
      cancel()
      cancel = seekOnceReady(player, second)
      player.play()
      const behavior = wantsCalm() ? 'auto' : 'smooth'
      playerHost.firstElementChild?.scrollIntoView({ block: 'center', behavior })
    })
    return () => {
      cancel()
      takeBack()
    }
  }, [player, videoId])
}

/** Leaves the part that is played alone, and seeks. Returns a function that stops waiting. */
function seekOnceReady(player: PlayerController, second: number): () => void {
  player.setWindow(null)
  player.seekTo(second)
  if (player.getSnapshot().ready) return () => {}
  const stop = player.subscribe(() => {
    if (!player.getSnapshot().ready) return
    stop()
    player.seekTo(second)
  })
  return stop
}
