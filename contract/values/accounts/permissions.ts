/** Capabilities of an account beyond a visitor's. Code asks for a capability, never for a role. */
export type Capability =
  | 'video.create'
  | 'video.like'
  | 'video.save'
  | 'video.markPremium'
  | 'video.playPremium'
  | 'video.download'
  | 'video.manageAny'
  /** Opens the control panel, and the site while it is closed. */
  | 'desk.open'
  /** Approves and rejects, and opens in the case viewer what is pending, held or reported. */
  | 'video.review'
  /** Decides reports and removal requests, and removes videos. */
  | 'case.decide'
  | 'appeal.decide'
  /** Sees who asked for a removal, and how to reach them. */
  | 'case.readContacts'
  | 'user.read'
  | 'user.readEmail'
  /** Bans for up to `shortBanDays`. */
  | 'user.ban'
  | 'user.banForLong'
  | 'payment.read'
  | 'payment.decide'
  | 'mail.resend'
  | 'staff.appoint'
  | 'staff.appointAdministrators'
  | 'site.administer'
  /** Publishes files for other accounts, with the dates they had elsewhere. */
  | 'library.import'

/** Roles of those who run the site. */
export const staffRoles = ['support', 'moderator', 'administrator', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]

/** `member` is an account within a running premium term; staff have what members have. */
export type Role = 'visitor' | 'user' | 'member' | StaffRole

type Granted = readonly Capability[]
const user: Granted = ['video.create', 'video.like', 'video.save']
const member: Granted = [...user, 'video.markPremium', 'video.playPremium', 'video.download']

/** Administrators have all but what is the owner's alone. */
const granted: Record<Exclude<Role, 'administrator' | 'owner'>, Granted> = {
  visitor: [],
  user,
  member,
  support: [...member, 'desk.open', 'user.read', 'user.readEmail', 'payment.read', 'mail.resend'],
  moderator: [...member, 'desk.open', 'video.review', 'case.decide', 'user.read', 'user.ban'],
}

export function can(role: Role, capability: Capability): boolean {
  if (role === 'owner') return true
  if (role === 'administrator') return capability !== 'staff.appointAdministrators'
  return granted[role].includes(capability)
}

/** Returns an account's role as the API shows it; null is a visitor. */
export function roleOf(account: { staff: StaffRole | null; isPremium: boolean } | null): Role {
  if (!account) return 'visitor'
  return account.staff ?? (account.isPremium ? 'member' : 'user')
}
