import type { Role } from './roles'

/** Capabilities of an account beyond a visitor's. Code asks for a capability, never for a role. */
export const capabilities = [
  'video.create',
  'video.like',
  'video.save',
  'comment.write',
  'video.markPremium',
  'video.playPremium',
  'video.download',
  'video.manageAny',
  /** Opens the control panel, and the site while it is closed. */
  'desk.open',
  /** Approves and rejects videos, and opens pending, held and reported ones in the case viewer. */
  'video.review',
  /** Changes a video's title, description, tags, category, captions and picture; its uploader is told. */
  'video.correct',
  /** Decides reports and removal requests, and removes videos. */
  'case.decide',
  'appeal.decide',
  /** Sees the requester of a removal, and how to reach them. */
  'case.readContacts',
  /** Sees accounts, and reads and adds notes about them. */
  'user.read',
  'user.readEmail',
  /** Bans for up to `shortBanDays`. */
  'user.ban',
  'user.banForLong',
  'user.warn',
  /** Trusts an uploader, sets limits, confirms an address, ends sessions. */
  'user.manage',
  /** Requests that a second factor be turned off, and confirms such a request by someone else. */
  'user.resetFactor',
  'payment.read',
  'payment.decide',
  'premium.give',
  /** Sends emails again, and links to reset a password. */
  'mail.resend',
  'staff.appoint',
  'staff.appointAdministrators',
  'site.administer',
  /** Publishes files for other accounts, with their original dates. */
  'library.import',
] as const
export type Capability = (typeof capabilities)[number]

type Granted = readonly Capability[]
const user: Granted = ['video.create', 'video.like', 'video.save', 'comment.write']
const member: Granted = [...user, 'video.markPremium', 'video.playPremium', 'video.download']

/** The capabilities of each role; administrators have all except the owner's own. */
const granted: Record<Exclude<Role, 'administrator' | 'owner'>, Granted> = {
  visitor: [],
  user,
  member,
  support: [...member, 'desk.open', 'user.read', 'user.readEmail', 'payment.read', 'mail.resend'],
  moderator: [
    ...member,
    'desk.open',
    'video.review',
    'video.correct',
    'case.decide',
    'user.read',
    'user.warn',
    'user.ban',
  ],
}

export function can(role: Role, capability: Capability): boolean {
  if (role === 'owner') return true
  if (role === 'administrator') return capability !== 'staff.appointAdministrators'
  return granted[role].includes(capability)
}

/**
 * Returns a role's capabilities. The app receives them with the account, since the table would be a burden on
 * every page.
 */
export function capabilitiesOf(role: Role): Capability[] {
  return capabilities.filter((capability) => can(role, capability))
}
