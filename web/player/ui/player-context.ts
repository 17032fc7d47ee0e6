import { createContext, useContext, useSyncExternalStore } from 'react'
import { initialPlayback, type PlaybackState } from '../core/playback-state'
import type { PlayerController } from '../dom/player-controller'

export const PlayerContext = createContext<PlayerController | null>(null)

export function usePlayer(): PlayerController {
  const player = useContext(PlayerContext)
  if (!player) throw new Error('A player control was rendered outside of a player.')
  return player
}

/** Returns a part of the player's state; `select` must return an equal value while nothing changed. */
export function usePlayback<T>(select: (state: PlaybackState) => T): T {
  return usePlaybackOf(usePlayer(), select)
}

/** Works like usePlayback before the media element exists. */
export function usePlaybackOf<T>(player: PlayerController | null, select: (state: PlaybackState) => T): T {
  return useSyncExternalStore(player?.subscribe ?? subscribeToNothing, () =>
    select(player?.getSnapshot() ?? initialPlayback),
  )
}

function subscribeToNothing(): () => void {
  return () => {}
}
