/** Capabilities of an account beyond a visitor's. Code asks for a capability, never for a role. */
export const capabilities = [
  'video.create',
  'video.like',
  'video.save',
  'video.markPremium',
  'video.playPremium',
  'video.download',
  'video.manageAny',
  /** Opens the control panel, and the site while it is closed. */
  'desk.open',
  /** Approves and rejects, and opens in the case viewer what is pending, held or reported. */
  'video.review',
  /** Decides reports and removal requests, and removes videos. */
  'case.decide',
  'appeal.decide',
  /** Sees who asked for a removal, and how to reach them. */
  'case.readContacts',
  'user.read',
  'user.readEmail',
  /** Bans for up to `shortBanDays`. */
  'user.ban',
  'user.banForLong',
  'payment.read',
  'payment.decide',
  'mail.resend',
  'staff.appoint',
  'staff.appointAdministrators',
  'site.administer',
] as const
export type Capability = (typeof capabilities)[number]

/** Roles of those who run the site. */
export const staffRoles = ['support', 'moderator', 'administrator', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]

export const roles = ['visitor', 'user', 'member', ...staffRoles] as const
/** `member` is an account within a running premium term; staff have what members have. */
export type Role = (typeof roles)[number]

const user: readonly Capability[] = ['video.create', 'video.like', 'video.save']
const member: readonly Capability[] = [...user, 'video.markPremium', 'video.playPremium', 'video.download']
const support: readonly Capability[] = [
  ...member,
  ...(['desk.open', 'user.read', 'user.readEmail', 'payment.read', 'mail.resend'] as const),
]
const moderator: readonly Capability[] = [
  ...member,
  ...(['desk.open', 'video.review', 'case.decide', 'user.read', 'user.ban'] as const),
]

const granted: Record<Role, readonly Capability[]> = {
  visitor: [],
  user,
  member,
  support,
  moderator,
  administrator: capabilities.filter((each) => each !== 'staff.appointAdministrators'),
  owner: capabilities,
}

export function can(role: Role, capability: Capability): boolean {
  return granted[role].includes(capability)
}

/** Returns an account's role as the API shows it; null is a visitor. */
export function roleOf(account: { staff: StaffRole | null; isPremium: boolean } | null): Role {
  if (!account) return 'visitor'
  if (account.staff) return account.staff
  return account.isPremium ? 'member' : 'user'
}
