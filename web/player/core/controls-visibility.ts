/** Without activity for this long, a playing video hides its controls. */
export const idleAfterMs = 3000

export interface ControlsSituation {
  playing: boolean
  /** Pointer or keys were used within the last `IDLE_AFTER_MS`. */
  active: boolean
  menuOpen: boolean
  /** Keyboard focus is on a control: hiding it would leave its owner lost. */
  focusInside: boolean
}

export function controlsShown(situation: ControlsSituation): boolean {
  return !situation.playing || situation.active || situation.menuOpen || situation.focusInside
}
