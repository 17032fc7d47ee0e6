import { linkMs } from '../../../../contract/values/accounts/account'
import { hour, minute } from '../../../../contract/values/shared/time'

interface Limit {
  /** What is counted, as the refusal says it: "Too many …". */
  what: string
  max: number
  /** Milliseconds. */
  window: number
}

/**
 * Exact limits, one entry per action. The comment says what the key is. The binding's coarse limits stand in front of
 * these; numbers are between those of Mastodon and PeerTube.
 */
export const limits = {
  /** Account name as typed, folded. Counts failures only: a success is given back. */
  signInAccount: { what: 'sign-in attempts', max: 10, window: 15 * minute },
  signInAccountDay: { what: 'sign-in attempts', max: 100, window: 24 * hour },
  /** Client address. Counts successes too, or an attacker's own account would reset it. */
  signInAddress: { what: 'sign-in attempts', max: 25, window: 5 * minute },
  /**
   * Account id; failures only, as above. Not the windows of signing in, which anybody who knows a name can use up: that
   * would keep an administrator from acting.
   */
  confirmPassword: { what: 'attempts at the password', max: 10, window: 15 * minute },
  confirmPasswordDay: { what: 'attempts at the password', max: 100, window: 24 * hour },
  /** Account id; failures only, as above. Whoever comes this far knows the password. */
  secondFactor: { what: 'attempts at the code', max: 10, window: 15 * minute },
  secondFactorDay: { what: 'attempts at the code', max: 100, window: 24 * hour },
  /** Account id. Beyond it nothing is refused, but the owner is told that somebody knows the password. */
  wrongCodes: { what: 'wrong codes', max: 4, window: 24 * hour },
  /** Account id: new codes, new passkeys, and codes that were typed to turn the second factor on. */
  securityChange: { what: 'changes', max: 60, window: hour },
  /** Client address. */
  passkeyChallenge: { what: 'sign-in attempts', max: 30, window: 5 * minute },
  /** Client address; names and addresses that are taken count too, since the answer says that they are. */
  signUpTry: { what: 'attempts to sign up', max: 20, window: hour },
  /** Client address. */
  forgotAddress: { what: 'requests for a new password', max: 10, window: hour },
  /** Mail address that somebody typed. The window is as long as the link is good, so that beyond it the box holds one. */
  resetMail: { what: 'mails', max: 5, window: linkMs.reset },
  newAddressMail: { what: 'mails', max: 5, window: linkMs['email-new'] },
  /** Account id. */
  verifyMail: { what: 'mails', max: 5, window: hour },
  emailChange: { what: 'changes of the email address', max: 5, window: hour },
  /** Client address. */
  signUp: { what: 'new accounts', max: 3, window: hour },
  /** Account, or a keyed hash of the client address. */
  report: { what: 'reports', max: 3, window: 5 * minute },
  /** Client address. */
  removalRequest: { what: 'removal requests', max: 3, window: hour },
  /** Mail address that somebody typed into a form, which must be of no use for filling other people's boxes. */
  removalMail: { what: 'mails', max: 3, window: 24 * hour },
  reportMail: { what: 'mails', max: 3, window: 24 * hour },
  /** Client address, and the mail address that somebody typed. */
  newsletter: { what: 'requests for news', max: 5, window: hour },
  newsletterMail: { what: 'requests for news', max: 3, window: 24 * hour },
  /** Account id, as everything below. */
  uploadOpen: { what: 'uploads', max: 10, window: hour },
  /** Three rungs for each video that uploadOpen lets through. */
  renditionOpen: { what: 'uploads', max: 30, window: hour },
  importOpen: { what: 'imports', max: 5, window: hour },
  like: { what: 'likes', max: 60, window: minute },
  save: { what: 'saved videos', max: 60, window: minute },
  /** One step each, with a key held down. */
  saveOrder: { what: 'moves', max: 120, window: minute },
  /** Requests, of which a download that is cut off, or fetched in pieces, takes many. */
  download: { what: 'downloads', max: 300, window: hour },
  /** Three whole sets of tracks. */
  caption: { what: 'caption changes', max: 60, window: hour },
  /** Each range of it is counted, and reads everything about the account. */
  accountExport: { what: 'requests for your data', max: 60, window: hour },
  /** A player reports once a minute, and when it is paused or left. */
  progress: { what: 'progress reports', max: 30, window: minute },
  /** References are guessable and printed on screenshots. */
  claimReference: { what: 'payment references', max: 5, window: hour },
  claimReferenceDay: { what: 'payment references', max: 20, window: 24 * hour },
  /** Client address. */
  claimReferenceAddress: { what: 'payment references', max: 30, window: hour },
  orderCreate: { what: 'orders', max: 10, window: hour },
  confirm: { what: 'confirmations', max: 30, window: hour },
} as const satisfies Record<string, Limit>

export type LimitedAction = keyof typeof limits
