export const SEEK_BUTTON_S = 10
export const SEEK_ARROW_S = 5
export const VOLUME_STEP = 0.05

export type HotkeyCommand =
  | { type: 'toggle-play' }
  | { type: 'toggle-mute' }
  | { type: 'toggle-fullscreen' }
  | { type: 'seek-by'; seconds: number }
  | { type: 'seek-to-fraction'; fraction: number }
  | { type: 'volume-by'; delta: number }
  | { type: 'speed-step'; direction: 1 | -1 }

export interface KeyPress {
  key: string
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
  shiftKey: boolean
  repeat: boolean
}

const COMMANDS: Readonly<Record<string, HotkeyCommand>> = {
  ' ': { type: 'toggle-play' },
  k: { type: 'toggle-play' },
  m: { type: 'toggle-mute' },
  f: { type: 'toggle-fullscreen' },
  arrowleft: { type: 'seek-by', seconds: -SEEK_ARROW_S },
  arrowright: { type: 'seek-by', seconds: SEEK_ARROW_S },
  j: { type: 'seek-by', seconds: -SEEK_BUTTON_S },
  l: { type: 'seek-by', seconds: SEEK_BUTTON_S },
  arrowup: { type: 'volume-by', delta: VOLUME_STEP },
  arrowdown: { type: 'volume-by', delta: -VOLUME_STEP },
  home: { type: 'seek-to-fraction', fraction: 0 },
  end: { type: 'seek-to-fraction', fraction: 1 },
  '<': { type: 'speed-step', direction: -1 },
  '>': { type: 'speed-step', direction: 1 },
}

/** What a key press asks of the player. A held key repeats steps, but would make a toggle flicker. */
export function matchHotkey(press: KeyPress): HotkeyCommand | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null
  // < and > need Shift on most keyboards; with any other key Shift means something else.
  if (press.shiftKey && press.key !== '<' && press.key !== '>') return null
  const command = /^\d$/.test(press.key)
    ? ({ type: 'seek-to-fraction', fraction: Number(press.key) / 10 } as const)
    : Object.hasOwn(COMMANDS, press.key.toLowerCase())
      ? COMMANDS[press.key.toLowerCase()]
      : undefined
  if (!command || (press.repeat && command.type.startsWith('toggle-'))) return null
  return command
}

/** The keys that work on the whole page; the others would take letters and Home/End from the reader. */
export function isPageHotkey(press: KeyPress): boolean {
  return [' ', 'm', 'f', 'arrowleft', 'arrowright', 'arrowup', 'arrowdown'].includes(press.key.toLowerCase())
}
