import { createContext, type ReactNode, useContext } from 'react'
import type { HotkeyCommand } from '../core/hotkeys'
import type { PlaybackState } from '../core/playback-state'
import type { Storyboard } from '../core/storyboard'
import type { CaptionTrack } from '../dom/captions'

/** An entry that the page adds to the settings menu. */
export interface PlayerAction {
  label: string
  icon: ReactNode
  /** State of a setting, which has a switch instead. */
  on?: boolean
  /** Called once fullscreen has ended, which a setting leaves as it is. */
  onSelect: (state: PlaybackState) => void
}

/** How the page gives the player all of its width. */
export interface Theatre {
  on: boolean
  toggle: () => void
}

/** State that the controls share besides playback itself, and where the page adds to them. */
export interface PlayerSurface {
  title: string
  poster: string | undefined
  storyboard: Storyboard | null
  captions: readonly CaptionTrack[]
  /** Undefined where the page has no more room for the player. */
  theatre: Theatre | undefined
  actions: readonly PlayerAction[]
  setActions: (actions: readonly PlayerAction[]) => void
  /** Goes to the next video; null where there is none. */
  onNext: (() => void) | null
  setNext: (onNext: (() => void) | null) => void
  autoplayNext: boolean
  setAutoplayNext: (on: boolean) => void
  run: (command: HotkeyCommand) => void
  /** The second that a key or a swipe leads to, while it is worth showing. */
  previewed: number | null
  preview: (second: number | null) => void
  shown: boolean
  wake: () => void
  /** The controls stay while a menu or a dialog is open. */
  setMenuOpen: (open: boolean) => void
  /** An overlay with buttons of its own replaces the controls. */
  setCovered: (covered: boolean) => void
}

export const SurfaceContext = createContext<PlayerSurface | null>(null)

export function useSurface(): PlayerSurface {
  const surface = useContext(SurfaceContext)
  if (!surface) throw new Error('A player control was rendered outside of a player.')
  return surface
}
