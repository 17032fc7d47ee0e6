/** Milliseconds without activity after which a playing video hides its controls. */
export const idleAfterMs = 3000

export interface ControlsSituation {
  playing: boolean
  /** Pointer or keys were used within the last `idleAfterMs`. */
  active: boolean
  menuOpen: boolean
  /** A control has the keyboard focus, which would be lost if it were hidden. */
  focusInside: boolean
}

export function controlsShown(situation: ControlsSituation): boolean {
  return !situation.playing || situation.active || situation.menuOpen || situation.focusInside
}
