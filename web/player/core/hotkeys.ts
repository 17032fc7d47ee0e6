export const SEEK_BUTTON_S = 10
export const SEEK_ARROW_S = 5
export const VOLUME_STEP = 0.05

/** What the controller does. */
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

/** What lies outside of playback: the interface around the player does it. */
export type SurfaceCommand = { type: 'play-next' } | { type: 'show-shortcuts' }

export type HotkeyCommand = PlaybackCommand | SurfaceCommand

export interface KeyPress {
  key: string
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
  shiftKey: boolean
  repeat: boolean
}

export interface Hotkey {
  /** As the sheet of shortcuts says it. */
  label: string
  /** How the keys are written there. */
  caps: readonly string[]
  /** By `KeyboardEvent.key`, in lower case. */
  commands: Readonly<Record<string, HotkeyCommand>>
}

/** Every shortcut, in the order of the sheet that lists them. */
export const HOTKEYS: readonly Hotkey[] = [
  {
    label: 'Play or pause',
    caps: ['Space', 'K'],
    commands: { ' ': { type: 'toggle-play' }, k: { type: 'toggle-play' } },
  },
  {
    label: `Back or forward ${SEEK_ARROW_S} seconds`,
    caps: ['←', '→'],
    commands: {
      arrowleft: { type: 'seek-by', seconds: -SEEK_ARROW_S },
      arrowright: { type: 'seek-by', seconds: SEEK_ARROW_S },
    },
  },
  {
    label: `Back or forward ${SEEK_BUTTON_S} seconds`,
    caps: ['J', 'L'],
    commands: {
      j: { type: 'seek-by', seconds: -SEEK_BUTTON_S },
      l: { type: 'seek-by', seconds: SEEK_BUTTON_S },
    },
  },
  {
    label: 'Back or forward one frame, while paused',
    caps: [',', '.'],
    commands: { ',': { type: 'step-frame', direction: -1 }, '.': { type: 'step-frame', direction: 1 } },
  },
  {
    label: 'To the start, or to the end',
    caps: ['Home', 'End'],
    commands: {
      home: { type: 'seek-to-fraction', fraction: 0 },
      end: { type: 'seek-to-fraction', fraction: 1 },
    },
  },
  {
    label: 'To 0% … 90%',
    caps: ['0', '…', '9'],
    commands: Object.fromEntries(
      Array.from({ length: 10 }, (_, digit) => [digit, { type: 'seek-to-fraction', fraction: digit / 10 }]),
    ),
  },
  {
    label: 'Volume',
    caps: ['↑', '↓'],
    commands: {
      arrowup: { type: 'volume-by', delta: VOLUME_STEP },
      arrowdown: { type: 'volume-by', delta: -VOLUME_STEP },
    },
  },
  { label: 'Mute', caps: ['M'], commands: { m: { type: 'toggle-mute' } } },
  {
    label: 'Slower or faster',
    caps: ['<', '>'],
    commands: { '<': { type: 'speed-step', direction: -1 }, '>': { type: 'speed-step', direction: 1 } },
  },
  { label: 'Captions', caps: ['C'], commands: { c: { type: 'toggle-captions' } } },
  { label: 'Full screen', caps: ['F'], commands: { f: { type: 'toggle-fullscreen' } } },
  { label: 'Picture in picture', caps: ['P'], commands: { p: { type: 'toggle-picture-in-picture' } } },
  { label: 'Next video', caps: ['N'], commands: { n: { type: 'play-next' } } },
  { label: 'These shortcuts', caps: ['?'], commands: { '?': { type: 'show-shortcuts' } } },
]

const COMMANDS = new Map(HOTKEYS.flatMap(({ commands }) => Object.entries(commands)))

/** Most keyboards type these with Shift; with any other key Shift means something else. */
const SHIFTED = ['<', '>', '?']

/** These go on while their key is held; anything else would flicker. */
const STEPS: readonly HotkeyCommand['type'][] = [
  'seek-by',
  'seek-to-fraction',
  'step-frame',
  'volume-by',
  'speed-step',
]

/** What a key press asks of the player. */
export function matchHotkey(press: KeyPress): HotkeyCommand | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null
  if (press.shiftKey && !SHIFTED.includes(press.key)) return null
  const command = COMMANDS.get(press.key.toLowerCase())
  if (!command || (press.repeat && !STEPS.includes(command.type))) return null
  return command
}

/** The keys that work on the whole page; the others would take letters and Home/End from the reader. */
export function isPageHotkey(press: KeyPress): boolean {
  return [' ', 'm', 'f', '?', 'arrowleft', 'arrowright', 'arrowup', 'arrowdown'].includes(
    press.key.toLowerCase(),
  )
}
