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
/** Longer, for members who have to find their phone or key. */
export const passkeyChallengeMs = 5 * minute

/** After this time a grave act asks for the password again. Milliseconds. */
export const confirmedMs = 30 * minute

/** Time in which signing in cancels a deletion. */
export const deletionGraceMs = 7 * day

/**
 * Emails that an account can turn off; receipts, refunds, security and statements of reasons are always sent.
 */
export const mailKinds = ['reminders', 'videos', 'reports'] as const
export type MailKind = (typeof mailKinds)[number]

export const mailKindWords: Record<MailKind, { label: string; help: string }> = {
  reminders: {
    label: 'Before premium ends',
    help: 'Ten days before the end of a year, three before that of a month.',
  },
  videos: { label: 'Decisions about your videos', help: 'When an administrator approves or rejects one.' },
  reports: { label: 'What became of your reports', help: 'When a report of yours is decided.' },
}

export const recoveryCodeCount = 10
export const passkeysMax = 10
export const passkeyNameLength = { min: 1, max: 60 } as const

/**
 * Subject of the email to an account's requested address. It is sent only while no account has that address,
 * so the account's own download leaves it out until the address is confirmed.
 */
export const newAddressSubject = 'Please confirm your new email address'

export const accountMessages = {
  lastAdministrator: 'You are the last administrator: give somebody else the role before you leave.',
  passwordWrong: "That isn't your password.",
  emailSame: 'That is your email address already.',
  passwordSame: 'The new password is the old one.',
  passwordMissing: 'Please enter your password.',
  codeWrong: "That code isn't right, or it was used already.",
  /** One answer for every sign-in that can't be completed any more. */
  ticketDead: 'This sign-in took too long, or was tried too often. Please type your password again.',
  /** One answer for every passkey that doesn't work. */
  passkeyUnknown: "This passkey doesn't open an account here. Sign in with your password instead.",
  passkeyLate: 'This took too long. Please try again.',
  /** One answer for every dead link: used, expired, revoked or never sent. */
  linkDead: 'This link is no longer good. Ask for a new one.',
  verifyFirst: 'Please confirm your email address first: we sent you a link.',
} as const
