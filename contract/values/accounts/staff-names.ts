import type { StaffRole } from './roles'

/** Names of the roles of those who run the site, as people read them. */
export const staffNames: Record<StaffRole, string> = {
  support: 'Support',
  moderator: 'Moderator',
  administrator: 'Administrator',
  owner: 'Site owner',
}
