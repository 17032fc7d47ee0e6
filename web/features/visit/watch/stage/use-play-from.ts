import { useEffect } from 'react'
import { offerPlayFrom } from '#web/entities/video/playback/play-from'
import { wantsCalm } from '#web/lib/dom/wants-calm'
import { usePlayer } from '#web/player/ui/player-context'
import { playerHost } from './player-host'

/** Lets parts of the page outside the player, such as a time in a comment, play the video from a second. */
export function usePlayFrom(videoId: number): void {
  const player = usePlayer()
  useEffect(
    () =>
      offerPlayFrom(videoId, (second) => {
        if (second === undefined) return player.play()
        // Ends a selection: its viewer wants to leave it.
        player.setWindow(null)
        player.seekTo(second)
        player.play()
        const behavior = wantsCalm() ? 'auto' : 'smooth'
        playerHost.firstElementChild?.scrollIntoView({ block: 'center', behavior })
      }),
    [player, videoId],
  )
}
