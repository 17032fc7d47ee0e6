import { descriptionLength, passwordLength, titleLength, usernameLength } from '../shared/limits'

/** Sentences that both a form and the server use. */
export const messages = {
  usernameShort: `Username must be at least ${usernameLength.min} characters.`,
  passwordShort: `Password must be at least ${passwordLength.min} characters.`,
  passwordLong: 'Password is too long.',
  emailInvalid: 'Please enter a valid email address.',
  passwordsDiffer: 'Passwords do not match',
  ageUnconfirmed: 'You must confirm that you are 18 or older.',
  termsUnconfirmed: 'You must agree to the terms and conditions.',
  titleShort: `Title must be at least ${titleLength.min} characters`,
  titleLong: `Title cannot exceed ${titleLength.max} characters`,
  descriptionLong: `Description cannot exceed ${descriptionLength.max} characters`,
  durationShort: 'Duration must be at least 1 second',
  categoryMissing: 'Please select a category',
  videoUrlInvalid: 'Please enter a valid video URL',
  thumbnailUrlInvalid: 'Please enter a valid thumbnail URL',
  usernameTaken: 'This username is taken, or looks too much like one that is.',
  emailTaken: 'An account with this email exists already.',
} as const

/** Deliberately loose: only a delivered email proves that an address works. */
export const emailPattern = /^[^\s@"(),:;<>[\]\\]+@[^\s@.]+(\.[^\s@.]+)+$/
