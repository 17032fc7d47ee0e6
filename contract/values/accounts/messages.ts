import { passwordLength, usernameLength } from '../shared/limits'

/** Sentences about accounts that both a form and the server use. */
export const messages = {
  usernameShort: `Username must be at least ${usernameLength.min} characters.`,
  passwordShort: `Password must be at least ${passwordLength.min} characters.`,
  passwordLong: 'Password is too long.',
  passwordsDiffer: 'Passwords do not match',
  ageUnconfirmed: 'You must confirm that you are 18 or older.',
  termsUnconfirmed: 'You must agree to the terms and conditions.',
} as const
