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

/** The role that an account's row names beside `isAdmin`. */
export type NamedRole = Exclude<StaffRole, 'administrator'>

/** Returns the staff role of an account's row; null for a member of the public. */
export function staffRoleOf(row: { isAdmin: boolean; staff: NamedRole | null }): StaffRole | null {
  if (row.isAdmin) return row.staff === 'owner' ? 'owner' : 'administrator'
  return row.staff === 'owner' ? null : row.staff
}

/** Returns an account's role as the API shows it; null is a visitor. */
export function roleOf(account: { staff: StaffRole | null; isPremium: boolean } | null): Role {
  if (!account) return 'visitor'
  if (account.staff) return account.staff
  return account.isPremium ? 'member' : 'user'
}

const ranks: Record<StaffRole, number> = { support: 1, moderator: 1, administrator: 2, owner: 3 }
const rankOf = (role: StaffRole | null) => (role === null ? 0 : ranks[role])

/** The roles, and accounts without one, against whom staff of this role may act. */
export function rolesBelow(role: StaffRole): (StaffRole | null)[] {
  return [null, ...staffRoles].filter((each) => rankOf(each) < rankOf(role))
}

/** The roles that staff of this role may give and take. Site owners name other site owners, too. */
export function rolesToGive(role: Role): (StaffRole | null)[] {
  if (can(role, 'staff.appointAdministrators')) return [null, ...staffRoles]
  return can(role, 'staff.appoint') ? rolesBelow('administrator') : []
}

/** Whether staff who have `role` may replace the role `from` of another account by `to`. */
export function mayAppoint(role: Role, from: StaffRole | null, to: StaffRole | null): boolean {
  return from !== 'owner' && rolesToGive(role).includes(from) && rolesToGive(role).includes(to)
}
