/** A key press, as its event has it. */
export interface KeyPress {
  key: string
  /** The key's place, by what a US keyboard has there. */
  code: string
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
  shiftKey: boolean
  repeat: boolean
  getModifierState(modifier: string): boolean
}

/** The characters of a US keyboard whose keys are letters in other scripts, without and with Shift. */
const pointKeys: Readonly<Record<string, readonly [string, string]>> = {
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
}

/** Returns whether a character is a letter of another script than ours. */
export function isForeignLetter(character: string): boolean {
  return /^(?![\p{Script=Latin}\p{Script=Common}])[\p{L}\p{M}]$/u.test(character)
}

/**
 * Returns the names of a pressed key, in lower case, the likeliest first: its own, and what a US keyboard has
 * in its place, if that is a digit or this keyboard has another script.
 */
export function namesOfKey(press: KeyPress): string[] {
  const own = press.key.toLowerCase()
  const [first = ''] = own
  // AltGr types what is meant. A name of several of our letters, such as Home, is a key's on any keyboard.
  if (/^[a-z]./.test(own) || press.getModifierState('AltGraph')) return [own]
  // One key may type several characters, such as the Arabic lam and alef.
  const inPlace = isForeignLetter(first) ? usCharacter(press.code, press.shiftKey) : undefined
  // With Shift, a keyboard that has no digits without it types them, and a US keyboard has none. A `/` is the
  // search's.
  const isDigit = !press.shiftKey && own !== '/'
  const digit = isDigit ? /^(?:Digit|Numpad)(\d)$/.exec(press.code)?.[1] : undefined
  return [own, inPlace, digit].filter((name) => name !== undefined)
}

function usCharacter(code: string, shiftKey: boolean): string | undefined {
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? pointKeys[code]?.[shiftKey ? 1 : 0]
}

/** Returns the code of the key that has a character on a US keyboard, and whether it takes Shift. */
export function usPlace(character: string): { code: string; shiftKey: boolean } | null {
  if (/^[A-Z]$/.test(character)) return { code: `Key${character}`, shiftKey: false }
  const point = Object.entries(pointKeys).find(([, characters]) => characters.includes(character))
  return point ? { code: point[0], shiftKey: point[1][1] === character } : null
}
