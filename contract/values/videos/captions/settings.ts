import { shownText } from './text'

const percent = String.raw`(?:100|\d{1,2}(?:\.\d{1,3})?)%`

/** In the order in which they are written. */
const rules = {
  vertical: /^vertical:(rl|lr)$/,
  line: new RegExp(String.raw`^line:(-?\d{1,3}|${percent})(,(start|center|end))?$`),
  position: new RegExp(`^position:${percent}(,(line-left|center|line-right))?$`),
  size: new RegExp(`^size:${percent}$`),
  align: /^align:(start|center|end|left|right)$/,
}

type Name = keyof typeof rules
type Settings = Partial<Record<Name, string>>

const names = Object.keys(rules) as Name[]

/** In percent of the picture. In less, not even short words fit on a line. */
const leastRoom = 20

/**
 * Returns a cue's known settings, so that Chromium draws its text. Unknown ones are left out, as players do,
 * and so is the region, since regions aren't kept.
 */
export function cueSettings(text: string, cueText: string): string {
  const given = text.split(/[ \t]+/)
  const settings: Settings = {}
  for (const name of names) {
    const found = given.findLast((each) => rules[name].test(each))
    if (found !== undefined) settings[name] = found.slice(name.length + 1)
  }
  // Chromium puts these at the edge where a line from left to right begins, and leaves no room there.
  if (settings.align === 'start' && isRightToLeft(cueText)) settings.align = 'right'
  if (settings.align === 'end' && isRightToLeft(cueText)) settings.align = 'left'
  if (settings.position !== undefined && roomAt(settings.position, settings.align) < leastRoom) {
    delete settings.position
  }
  if (settings.size !== undefined && Number.parseFloat(settings.size) < leastRoom) delete settings.size
  return names.flatMap((name) => (settings[name] === undefined ? [] : `${name}:${settings[name]}`)).join(' ')
}

/** Returns how wide a text can be at a position, in percent. */
function roomAt(position: string, align = 'center'): number {
  const [number = '', side = sideOf(align)] = position.split(',')
  const at = Number.parseFloat(number)
  if (side === 'center') return 2 * Math.min(at, 100 - at)
  return side === 'line-left' ? 100 - at : at
}

function sideOf(align: string): string {
  if (align === 'center') return 'center'
  return align === 'start' || align === 'left' ? 'line-left' : 'line-right'
}

/** Tells the direction of a text by its first letter or directional mark, as players do. */
function isRightToLeft(cueText: string): boolean {
  const text = shownText({ text: cueText.replaceAll('&rlm;', '\u200f').replaceAll('&lrm;', '\u200e') })
  const [first = ''] = /[\p{L}\u200e\u200f]/u.exec(text) ?? []
  return /[\u200f\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(first)
}
