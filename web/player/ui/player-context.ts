import { createContext, useContext, useSyncExternalStore } from 'react'
import { initialPlayback, type PlaybackState } from '../core/playback-state'
import type { PlayerController } from '../dom/player-controller'

export const PlayerContext = createContext<PlayerController | null>(null)

export function usePlayer(): PlayerController {
  const player = useContext(PlayerContext)
  if (!player) throw new Error('A player control was rendered outside of a player.')
  return player
}

/** A part of the player's state; `select` must answer with a value that is equal while nothing changed. */
export function usePlayback<T>(select: (state: PlaybackState) => T): T {
  return usePlaybackOf(usePlayer(), select)
}

/** The same before the media element is there. */
export function usePlaybackOf<T>(player: PlayerController | null, select: (state: PlaybackState) => T): T {
  return useSyncExternalStore(player?.subscribe ?? subscribeToNothing, () =>
    select(player?.getSnapshot() ?? initialPlayback),
  )
}

function subscribeToNothing(): () => void {
  return () => {}
}
