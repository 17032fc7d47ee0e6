import type { AdminUser } from '../../../../contract/schemas/moderation/users'
import type { AccountRow } from '../../../../db/queries/moderation/users-admin'
import { banView } from '../../accounts/accounts'
import { isoTime } from '../../shared/time'

/** An account as administrators see it. `isPremium` means a running term, never the role. */
export function adminUserView(row: AccountRow, now: number): AdminUser {
  const { premiumUntil } = row
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    emailVerified: row.emailVerifiedAt !== null,
    createdAt: isoTime(row.createdAt),
    isPremium: premiumUntil !== null && premiumUntil > now,
    premiumUntil: premiumUntil ? isoTime(premiumUntil) : null,
    isAdmin: row.isAdmin,
    ban: banView(row, now),
  }
}
