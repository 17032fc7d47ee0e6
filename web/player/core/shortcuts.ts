import { seekArrowSeconds, seekButtonSeconds } from './hotkeys'
import { isForeignLetter, usPlace } from './key-names'

/** A line of the sheet that lists the keys. */
export interface Shortcut {
  label: string
  /** The keys as a keyboard with our letters has them. */
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

/** Which character each key types without Shift, by its code, as far as the browser tells. */
export type KeyboardLayout = ReadonlyMap<string, string>

/** Returns what is written on the key that does what `cap` does on a keyboard with our letters. */
export function capOn(layout: KeyboardLayout, cap: string): string {
  const place = usPlace(cap)
  const letter = place ? layout.get(place.code) : undefined
  if (!place || letter === undefined || !isForeignLetter(letter)) return cap
  const capital = capitalOf(letter)
  if (!place.shiftKey) return capital
  // In a script without capitals, Shift types something else, and perhaps the point itself.
  return capital === letter ? cap : `Shift+${capital}`
}

/** Georgian capitals are for headlines: no keyboard has them, and few fonts. */
function capitalOf(letter: string): string {
  return /\p{Script=Georgian}/u.test(letter) ? letter : letter.toUpperCase()
}
