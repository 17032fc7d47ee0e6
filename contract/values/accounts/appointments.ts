import { can } from './permissions'
import { type Role, type StaffRole, staffRoles } from './roles'

// Kept apart from permissions.ts, which pages outside the control panel load too.

/** The staff role that an account's row names besides `isAdmin`. */
export type NamedRole = Exclude<StaffRole, 'administrator'>

/** Returns the staff role of an account's row; null for a member of the public. */
export function staffRoleOf(row: { isAdmin: boolean; staff: NamedRole | null }): StaffRole | null {
  if (row.isAdmin) return row.staff === 'owner' ? 'owner' : 'administrator'
  return row.staff === 'owner' ? null : row.staff
}

const ranks: Record<StaffRole, number> = { support: 1, moderator: 1, administrator: 2, owner: 3 }
const rankOf = (role: StaffRole | null) => (role === null ? 0 : ranks[role])

/** Returns the roles against which staff of this role may act; null stands for accounts without a role. */
export function rolesBelow(role: StaffRole): (StaffRole | null)[] {
  return [null, ...staffRoles].filter((each) => rankOf(each) < rankOf(role))
}

/**
 * Returns the roles whose second factor staff of this role may reset together with someone else: lower roles
 * and their own.
 */
export function rolesToReset(role: StaffRole | null): (StaffRole | null)[] {
  return role !== null && can(role, 'user.resetFactor') ? [...rolesBelow(role), role] : []
}

/**
 * Returns the roles that staff of this role may give and take. Only site owners appoint other site owners.
 */
export function rolesToGive(role: Role): (StaffRole | null)[] {
  if (can(role, 'staff.appointAdministrators')) return [null, ...staffRoles]
  return can(role, 'staff.appoint') ? rolesBelow('administrator') : []
}

/** Returns whether staff of `role` may change another account's role from `from` to `to`. */
export function mayAppoint(role: Role, from: StaffRole | null, to: StaffRole | null): boolean {
  return from !== 'owner' && rolesToGive(role).includes(from) && rolesToGive(role).includes(to)
}
