import { emailLength } from '../shared/limits'

/** Sentences about an email address that both a form and the server use. */
export const emailMessages = {
  invalid: 'Please enter a valid email address.',
  /** Also for invisible characters, which may be pasted along with an address. */
  letters:
    'Use only unaccented letters (a to z), digits and common symbols. Try typing the address yourself.',
} as const

/**
 * Deliberately loose: only a delivered email proves that an address works. Invisible characters are refused,
 * since with them one address passes for another.
 */
export const emailPattern = /^[^\s\p{C}@"(),:;<>[\]\\]+@[^\s\p{C}@.]+(\.[^\s\p{C}@.]+)+$/u

/** Returns whether a typed text is an address: blanks around it and its characters' width don't count. */
export function isEmailAddress(typed: string): boolean {
  const address = typed.trim().normalize('NFKC')
  return address.length <= emailLength.max && emailPattern.test(address)
}

/**
 * The characters of an account's or a subscriber's address. Letters of other alphabets can pass for these; a
 * domain that has such letters works in its ASCII form (`xn--…`), which passes for no other.
 */
export const plainEmail = /^[!-~]*$/
