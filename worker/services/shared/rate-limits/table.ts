import { linkMs } from '#contract/values/accounts/account'
import { puzzleMs } from '#contract/values/shared/proof-of-work'
import { hour, minute } from '#contract/values/shared/time'
import { allowances, renditionsPerUpload } from '#contract/values/uploads/allowance'

export interface Limit {
  /** The uses counted, as the refusal names them: "Too many …". */
  what: string
  max: number
  /** A sentence about another way that works sooner. */
  instead?: string
  /** Milliseconds. */
  window: number
}

const forAccount = 'failed attempts to sign in to this account'
const withoutPassword = 'To sign in sooner, use a passkey or reset your password.'
const otherWays =
  'To sign in sooner, use a passkey, use a device where you signed in before, or reset your password.'

/**
 * Exact limits by action; each comment names the key. The binding's coarse limits come first. The values lie
 * between those of Mastodon and PeerTube.
 */
export const limits = {
  /** Account name as typed, folded. Counts only failures: a success is given back. */
  signInAccount: { what: forAccount, max: 10, window: 15 * minute, instead: otherWays },
  signInAccountDay: { what: forAccount, max: 100, window: 24 * hour, instead: otherWays },
  /** Account and a device that signed in before; only failures, as above. Strangers can't use it up. */
  signInDevice: { what: forAccount, max: 10, window: 15 * minute, instead: withoutPassword },
  signInDeviceDay: { what: forAccount, max: 100, window: 24 * hour, instead: withoutPassword },
  /** IP address. Counts successes too, or an attacker's own account would reset it. */
  signInAddress: { what: 'sign-in attempts', max: 25, window: 5 * minute },
  /** Member's account, in sessions and on devices that signed in before. Counts successes, which cost a hash as well. */
  knownHash: { what: 'password attempts', max: 30, window: 5 * minute },
  /**
   * Network of each width: failed sign-ins, and sign-ups. Nothing is refused beyond them, since a carrier's
   * thousands may share one, but the next costs a proof of work.
   */
  entryNarrow: { what: 'attempts', max: 10, window: 15 * minute },
  entryMiddle: { what: 'attempts', max: 20, window: 15 * minute },
  entryWide: { what: 'attempts', max: 40, window: 15 * minute },
  /** Puzzle; the window is as long as it can be answered. */
  proof: { what: 'uses of this proof', max: 1, window: puzzleMs },
  /**
   * Account ID; only failures, as above. Separate from sign-in: anyone who knows a name can use that up, and
   * would keep an administrator from acting.
   */
  confirmPassword: { what: 'password attempts', max: 10, window: 15 * minute },
  confirmPasswordDay: { what: 'password attempts', max: 100, window: 24 * hour },
  /** Account ID; only failures, as above. The password is known by then. */
  secondFactor: { what: 'code attempts', max: 10, window: 15 * minute },
  secondFactorDay: { what: 'code attempts', max: 100, window: 24 * hour },
  /** Account ID. Nothing is refused beyond it, but the owner is told that someone knows the password. */
  wrongCodes: { what: 'wrong codes', max: 4, window: 24 * hour },
  /** Account ID: new recovery codes, new passkeys, and codes entered to turn the second factor on. */
  securityChange: { what: 'changes', max: 60, window: hour },
  /** Passkey, or the IP address for an unknown one. Separate from sign-in by password, as confirmPassword is. */
  passkeySignIn: { what: 'sign-in attempts', max: 25, window: 5 * minute },
  passkeyChallenge: { what: 'sign-in attempts', max: 30, window: 5 * minute },
  /**
   * IP address. Counts only responses that reveal a registered email address. Beyond it, no sign-up is
   * answered, so that the refusal reveals nothing either.
   */
  emailTaken: { what: 'sign-up attempts', max: 5, window: hour },
  /** IP address. Taken names count too, since the response reveals them. */
  signUpTry: { what: 'sign-up attempts', max: 20, window: hour },
  /** IP address. */
  forgotAddress: { what: 'password reset requests', max: 10, window: hour },
  /**
   * Email address as typed. The window is a link's lifetime, so beyond the limit the inbox holds a working
   * one.
   */
  resetMail: { what: 'emails', max: 5, window: linkMs.reset },
  newAddressMail: { what: 'emails', max: 5, window: linkMs['email-new'] },
  /** Account ID. */
  verifyMail: { what: 'emails', max: 5, window: hour },
  emailChange: { what: 'email changes', max: 5, window: hour },
  /** IP address. */
  signUp: { what: 'new accounts', max: 3, window: hour },
  /** Account, or a keyed hash of the IP address. */
  report: { what: 'reports', max: 3, window: 5 * minute },
  /**
   * Network of each width and reason, of people without an account: videos that grave reports and requests hid.
   * Beyond it they wait for staff, and hide nothing.
   */
  quarantineNarrow: { what: 'hidden videos', max: 2, window: hour },
  quarantineMiddle: { what: 'hidden videos', max: 3, window: hour },
  quarantineWide: { what: 'hidden videos', max: 5, window: hour },
  /** One window for all of them: videos whose files staff had approved. More on a site with more than 250. */
  quarantineApproved: { what: 'hidden videos', max: 5, window: hour },
  /** Account. */
  quarantineByAccount: { what: 'hidden videos', max: 5, window: hour },
  /** IP address. */
  removalRequest: { what: 'removal requests', max: 3, window: hour },
  /** Email address typed into a form, which must not be a way to flood another person's inbox. */
  removalMail: { what: 'emails', max: 3, window: 24 * hour },
  reportMail: { what: 'emails', max: 3, window: 24 * hour },
  /** IP address, and the email address as typed. */
  newsletter: { what: 'newsletter requests', max: 5, window: hour },
  newsletterMail: { what: 'newsletter requests', max: 3, window: 24 * hour },
  /** Account ID, like everything below. */
  publish: { what: 'videos', max: allowances.confirmed.publishesPerDay, window: 24 * hour },
  /**
   * Limits opening and cancelling. It allows more than publishing a day's videos at once takes, with each
   * sent twice. The account has its own limit on uploads open at once.
   */
  uploadOpen: { what: 'uploads', max: 100, window: hour },
  /** The renditions of as many videos. */
  renditionOpen: { what: 'uploads', max: 100 * renditionsPerUpload, window: hour },
  importOpen: { what: 'imports', max: 5, window: hour },
  /** Requests, each about many videos. */
  bulkChange: { what: 'changes of many videos', max: 60, window: 10 * minute },
  like: { what: 'likes', max: 60, window: minute },
  save: { what: 'saved videos', max: 60, window: minute },
  /** Making, renaming, sharing and deleting lists. Adding a video to one counts as saving it. */
  list: { what: 'list changes', max: 120, window: hour },
  /** IP address. A list that plays is asked for once a minute, and each time the whole list is read. */
  listOrder: { what: 'requests to play a list', max: 200, window: 10 * minute },
  /** Comments and replies. */
  comment: { what: 'comments', max: 10, window: 10 * minute },
  commentDay: { what: 'comments', max: 100, window: 24 * hour },
  /** Edits and deletions, and the actions of uploaders below their videos. */
  commentChange: { what: 'changes of comments', max: 60, window: 10 * minute },
  commentLike: { what: 'likes', max: 60, window: minute },
  follow: { what: 'changes of whom you follow', max: 60, window: hour },
  readNotices: { what: 'notification updates', max: 60, window: minute },
  profile: { what: 'profile changes', max: 30, window: hour },
  /** One step each, with a key held down. */
  saveOrder: { what: 'moves', max: 120, window: minute },
  /** Requests: an interrupted or segmented download takes many. */
  download: { what: 'downloads', max: 300, window: hour },
  /** Three complete sets of tracks. */
  caption: { what: 'caption changes', max: 60, window: hour },
  /** Each range counts as a request, and reads everything about the account. */
  accountExport: { what: 'data export requests', max: 60, window: hour },
  /** Session. A player reports once a minute, and when it is paused or closed. */
  progress: { what: 'progress reports', max: 30, window: minute },
  /** References are guessable and appear on screenshots. */
  claimReference: { what: 'payment references', max: 5, window: hour },
  claimReferenceDay: { what: 'payment references', max: 20, window: 24 * hour },
  /** IP address. */
  claimReferenceAddress: { what: 'payment references', max: 30, window: hour },
  /** Counts only failures, as at sign-in. A mistyped code isn't one. */
  giftCode: { what: 'gift codes that failed', max: 5, window: hour },
  giftCodeDay: { what: 'gift codes that failed', max: 15, window: 24 * hour },
  /** IP address; only failures. */
  giftCodeAddress: { what: 'gift codes that failed', max: 20, window: hour },
  orderCreate: { what: 'orders', max: 10, window: hour },
  confirm: { what: 'confirmations', max: 30, window: hour },
} as const satisfies Record<string, Limit>

export type LimitedAction = keyof typeof limits
