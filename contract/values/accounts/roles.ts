/** Roles of the people who run the site. */
export const staffRoles = ['support', 'moderator', 'administrator', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]

/** `member` is an account within a running premium term; staff can do all that members can. */
export type Role = 'visitor' | 'user' | 'member' | StaffRole

/** Returns an account's role as the API shows it; `visitor` without an account. */
export function roleOf(account: { staff: StaffRole | null; isPremium: boolean } | null): Role {
  if (!account) return 'visitor'
  return account.staff ?? (account.isPremium ? 'member' : 'user')
}
