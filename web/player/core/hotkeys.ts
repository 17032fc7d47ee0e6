import { type KeyPress, namesOfKey } from './key-names'

export const seekButtonSeconds = 10
export const seekArrowSeconds = 5
export const volumeStep = 0.05

/** A command for the controller. */
export type PlaybackCommand =
  | { type: 'toggle-play' }
  | { type: 'toggle-mute' }
  | { type: 'toggle-fullscreen' }
  | { type: 'toggle-captions' }
  | { type: 'toggle-picture-in-picture' }
  | { type: 'seek-by'; seconds: number }
  | { type: 'seek-to-fraction'; fraction: number }
  | { type: 'step-frame'; direction: 1 | -1 }
  | { type: 'volume-by'; delta: number }
  | { type: 'speed-step'; direction: 1 | -1 }

/** A command for the interface around the player. */
export type SurfaceCommand = { type: 'play-next' } | { type: 'toggle-theatre' } | { type: 'show-shortcuts' }

export type HotkeyCommand = PlaybackCommand | SurfaceCommand

/** By the names of `namesOfKey`. */
const commandOfKey: Readonly<Record<string, HotkeyCommand>> = {
  ' ': { type: 'toggle-play' },
  k: { type: 'toggle-play' },
  arrowleft: { type: 'seek-by', seconds: -seekArrowSeconds },
  arrowright: { type: 'seek-by', seconds: seekArrowSeconds },
  j: { type: 'seek-by', seconds: -seekButtonSeconds },
  l: { type: 'seek-by', seconds: seekButtonSeconds },
  ',': { type: 'step-frame', direction: -1 },
  '.': { type: 'step-frame', direction: 1 },
  home: { type: 'seek-to-fraction', fraction: 0 },
  end: { type: 'seek-to-fraction', fraction: 1 },
  arrowup: { type: 'volume-by', delta: volumeStep },
  arrowdown: { type: 'volume-by', delta: -volumeStep },
  m: { type: 'toggle-mute' },
  '<': { type: 'speed-step', direction: -1 },
  '>': { type: 'speed-step', direction: 1 },
  c: { type: 'toggle-captions' },
  f: { type: 'toggle-fullscreen' },
  p: { type: 'toggle-picture-in-picture' },
  n: { type: 'play-next' },
  t: { type: 'toggle-theatre' },
  '?': { type: 'show-shortcuts' },
  '؟': { type: 'show-shortcuts' },
}

/** Some keyboards need Shift for these; with any other key Shift means something else. */
const shifted = /^[<>?؟,.\d]$/

/** These repeat while their key is held; anything else would flicker. */
const stepping: readonly HotkeyCommand['type'][] = [
  'seek-by',
  'seek-to-fraction',
  'step-frame',
  'volume-by',
  'speed-step',
]

/** Returns the command for a key press. */
export function matchHotkey(press: KeyPress): HotkeyCommand | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null
  const name = namesOfKey(press).find((each) => commandOf(each))
  if (name === undefined || (press.shiftKey && !shifted.test(name))) return null
  const command = commandOf(name)
  if (!command || (press.repeat && !stepping.includes(command.type))) return null
  return command
}

function commandOf(name: string): HotkeyCommand | undefined {
  if (/^\d$/.test(name)) return { type: 'seek-to-fraction', fraction: Number(name) / 10 }
  return Object.hasOwn(commandOfKey, name) ? commandOfKey[name] : undefined
}

/** Returns whether a key scrolls the page once the player is out of sight, where its command would be lost. */
export function scrollsPage(press: KeyPress): boolean {
  return ['arrowup', 'arrowdown'].includes(press.key.toLowerCase())
}
