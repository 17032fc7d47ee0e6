import { seekArrowSeconds, seekButtonSeconds } from './hotkeys'

/** A line of the sheet that lists the keys. */
export interface Shortcut {
  label: string
  /** The keys as written. */
  caps: readonly string[]
}

export const pictureInPictureShortcut: Shortcut = { label: 'Picture in picture', caps: ['P'] }

export const theatreShortcut: Shortcut = { label: 'Theatre mode', caps: ['T'] }

/** The keys of `matchHotkey`, in the sheet's order and words. */
export const shortcuts: readonly Shortcut[] = [
  { label: 'Play or pause', caps: ['Space', 'K'] },
  { label: `Back or forward ${seekArrowSeconds} seconds`, caps: ['←', '→'] },
  { label: `Back or forward ${seekButtonSeconds} seconds`, caps: ['J', 'L'] },
  { label: 'Back or forward one frame (while paused)', caps: [',', '.'] },
  { label: 'Jump to the start or end', caps: ['Home', 'End'] },
  { label: 'Jump to 0–90 %', caps: ['0', '…', '9'] },
  { label: 'Volume', caps: ['↑', '↓'] },
  { label: 'Mute', caps: ['M'] },
  { label: 'Slower or faster', caps: ['<', '>'] },
  { label: 'Captions', caps: ['C'] },
  { label: 'Full screen', caps: ['F'] },
  pictureInPictureShortcut,
  theatreShortcut,
  { label: 'Next video', caps: ['N'] },
  { label: 'Show this list', caps: ['?'] },
]
