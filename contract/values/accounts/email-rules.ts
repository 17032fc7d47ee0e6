/** Sentences about an email address that both a form and the server use. */
export const emailMessages = {
  invalid: 'Please enter a valid email address.',
  /** Also for characters that can't be seen, which arrive with a paste. */
  letters:
    'Use only unaccented letters (a to z), digits and common symbols. Try typing the address yourself.',
} as const

/**
 * Deliberately loose: only a delivered email proves that an address works. But no invisible characters, with
 * which one address passes for another.
 */
export const emailPattern = /^[^\s\p{C}@"(),:;<>[\]\\]+@[^\s\p{C}@.]+(\.[^\s\p{C}@.]+)+$/u

/**
 * The characters of an account's or a subscriber's address. Letters of other alphabets pass for these; a
 * domain that has them works in its ASCII form (`xn--…`), which passes for no other.
 */
export const plainEmail = /^[!-~]*$/
