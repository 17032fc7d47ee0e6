import { passwordLength, usernameLength } from '../shared/limits'

/** Sentences about accounts that both a form and the server use. */
export const messages = {
  usernameShort: `Username must be at least ${usernameLength.min} characters.`,
  passwordShort: `Password must be at least ${passwordLength.min} characters.`,
  passwordLong: 'Password is too long.',
  passwordCommon: 'This password is too easy to guess: many people use it. Please choose another.',
  passwordNamesYou: 'Your username and email address are easy to guess. Please choose another password.',
  passwordNamesSite: "The site's name is easy to guess. Please choose another password.",
  emailInvalid: 'Please enter a valid email address.',
  /** Also for characters that can't be seen, which arrive with a paste. */
  emailLetters:
    'Use only unaccented letters (a to z), digits and common symbols. Try typing the address yourself.',
  passwordsDiffer: 'Passwords do not match',
  ageUnconfirmed: 'You must confirm that you are 18 or older.',
  termsUnconfirmed: 'You must agree to the terms and conditions.',
  usernameTaken: 'That username is taken or too similar to an existing one.',
  emailTaken: "There's already an account with this email.",
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
