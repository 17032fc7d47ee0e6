import type { AdminUser } from '#contract/schemas/moderation/users'
import { staffRoleOf } from '#contract/values/accounts/appointments'
import { can } from '#contract/values/accounts/permissions'
import type { AccountRow } from '#db/queries/moderation/users-admin'
import { banView } from '../../accounts/entry'
import type { ServiceContext } from '../../context'
import { isoTime, isoTimeOrNull } from '../../shared/time'

/**
 * Returns an account as staff see it: email address and premium only for those who may read them. `isPremium`
 * means a running term, never the role.
 */
export function adminUserView(
  { actor, now }: Pick<ServiceContext, 'actor' | 'now'>,
  row: AccountRow,
): AdminUser {
  const { premiumUntil } = row
  const readsMoney = can(actor.role, 'payment.read')
  return {
    id: row.id,
    username: row.username,
    email: can(actor.role, 'user.readEmail') ? row.email : null,
    emailVerified: row.emailVerifiedAt !== null,
    createdAt: isoTime(row.createdAt),
    isPremium: readsMoney ? premiumUntil !== null && premiumUntil > now : null,
    premiumUntil: readsMoney ? isoTimeOrNull(premiumUntil) : null,
    isAdmin: row.isAdmin,
    staff: staffRoleOf(row),
    ban: banView(row, now),
  }
}
