import type { AdminUser } from '#contract/schemas/moderation/users'
import { isoTimeOrNull } from '../../shared/time'
import { type Bannable, isBanned } from '../sessions/authenticate'

/** Returns the ban in force; null when there is none or its term is over. */
export function banView(row: Bannable, now: number): AdminUser['ban'] {
  if (!isBanned(row, now)) return null
  return { reason: row.banReason, until: isoTimeOrNull(row.banUntil) }
}
