import { can } from './permissions'
import { type Role, type StaffRole, staffRoles } from './roles'

// Apart from permissions, which every page downloads.

/** The role that an account's row names beside `isAdmin`. */
export type NamedRole = Exclude<StaffRole, 'administrator'>

/** Returns the staff role of an account's row; null for a member of the public. */
export function staffRoleOf(row: { isAdmin: boolean; staff: NamedRole | null }): StaffRole | null {
  if (row.isAdmin) return row.staff === 'owner' ? 'owner' : 'administrator'
  return row.staff === 'owner' ? null : row.staff
}

const ranks: Record<StaffRole, number> = { support: 1, moderator: 1, administrator: 2, owner: 3 }
const rankOf = (role: StaffRole | null) => (role === null ? 0 : ranks[role])

/** The roles, and accounts without one, against whom staff of this role may act. */
export function rolesBelow(role: StaffRole): (StaffRole | null)[] {
  return [null, ...staffRoles].filter((each) => rankOf(each) < rankOf(role))
}

/** The roles whose second factor staff of this role may reset with another: below their own, and its equals. */
export function rolesToReset(role: StaffRole | null): (StaffRole | null)[] {
  return role !== null && can(role, 'user.resetFactor') ? [...rolesBelow(role), role] : []
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
