import { day, minute } from '../shared/time'

/** How long an emailed link works, in milliseconds. */
export const linkMs = {
  verify: day,
  reset: 30 * minute,
  'email-old': 30 * minute,
  'email-new': 30 * minute,
} as const
export type LinkKind = keyof typeof linkMs

/** Time between the right password and the second factor. */
export const ticketMs = 10 * minute
export const ticketAttempts = 5
/** Long enough for members to find their phone or key. */
export const passkeyChallengeMs = 5 * minute

/** Time after which a sensitive action asks for the password again. Milliseconds. */
export const confirmedMs = 30 * minute

/** Time in which signing in cancels a deletion. */
export const deletionGraceMs = 7 * day

export const recoveryCodeCount = 10
export const passkeysMax = 10
export const passkeyNameLength = { min: 1, max: 60 } as const

/**
 * Subject of the email to an account's requested address. It is sent only while no account has that address,
 * so the account's own download leaves it out until the address is confirmed.
 */
export const newAddressSubject = 'Please confirm your new email address'

export const accountMessages = {
  lastAdministrator: "You're the last administrator. Make someone else an administrator before you leave.",
  passwordWrong: "That isn't your password.",
  emailSame: "That's already your email address.",
  passwordSame: "That's your current password. Choose a different one.",
  passwordMissing: 'Please enter your password.',
  codeWrong: "That code isn't right, or it's already been used.",
  /** One message for every sign-in that can't be completed any more. */
  ticketDead: 'This sign-in expired. Please enter your password again.',
  /** One message for every passkey that doesn't work. */
  passkeyUnknown: "That passkey isn't linked to an account here. Sign in with your password instead.",
  passkeyLate: 'This took too long. Please try again.',
  /** One message for every dead link: used, expired, revoked or never sent. */
  linkDead: 'This link was used already or has expired. Request a new one.',
  verifyFirst: "Please confirm your email address first. We've sent you a link.",
} as const
