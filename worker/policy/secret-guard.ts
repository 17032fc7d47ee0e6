// Scripts import this file as it is, so it imports nothing.

/** Start of every value in .dev.vars.example that has to be replaced, after the ID of a key. */
export const placeholderMark = 'replace-me'

/** Slightly less than the length of the shortest secret that a payment provider issues. */
const shortest = 16
/**
 * Random text of that length has more different characters in any usual alphabet; words typed by hand mostly
 * do, too.
 */
const fewestCharacters = 8

/** Returns the fault of a secret, without its value; null if there is none. */
export type SecretGuard = (name: string, secret: string) => string | null

/** Creates a guard, which also notices a secret that it has been shown before. */
export function secretGuard(): SecretGuard {
  const seen = new Map<string, string>()
  return (name, secret) => {
    const other = seen.get(secret)
    seen.set(secret, other ?? name)
    if (secret.includes(placeholderMark)) return 'still holds the placeholder of .dev.vars.example'
    if (isGuessable(secret)) return 'is blank, short or easy to guess'
    if (other === undefined) return null
    return other === name ? 'holds one secret twice' : `repeats the secret of ${other}`
  }
}

function isGuessable(secret: string): boolean {
  const bare = secret.trim()
  return bare.length < shortest || new Set(bare).size < fewestCharacters || /^(.{1,16})\1+$/.test(bare)
}

/** Returns whether all of these origins or URLs are reached by TLS. */
export function areSecure(addresses: readonly string[]): boolean {
  return addresses.every((address) => URL.canParse(address) && new URL(address).protocol === 'https:')
}

/** Splits a variable's list at its commas. */
export function listed(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}
