import type { StaffRole } from './roles'

/** Display names of the staff roles. */
export const staffNames: Record<StaffRole, string> = {
  support: 'Support',
  moderator: 'Moderator',
  administrator: 'Administrator',
  owner: 'Site owner',
}
