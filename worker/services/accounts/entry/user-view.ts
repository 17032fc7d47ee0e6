import type { User } from '#contract/schemas/accounts/auth'
import { can, capabilitiesOf } from '#contract/values/accounts/permissions'
import { day } from '#contract/values/shared/time'
import type { LatestClaim } from '#db/queries/accounts/latest-claim'
import type { UserActor } from '../../context'
import { isoTime, isoTimeOrNull } from '../../shared/time'

/** How long the shop repeats why a reference was refused. */
const refusalShown = 7 * day

function claimOf(latest: LatestClaim | null, now: number): User['claim'] {
  if (!latest || latest.status === 'granted') return null
  if (latest.decidedAt === null) return 'waiting'
  return latest.decidedAt > now - refusalShown ? 'refused' : null
}

/**
 * Returns the caller's own account as the API shows it, without the number of unread notifications.
 * `isPremium` means a running term, never the role.
 */
export function userView(actor: UserActor, now: number): Omit<User, 'unread'> {
  return {
    id: actor.id,
    username: actor.username,
    email: actor.email,
    createdAt: isoTime(actor.createdAt),
    isPremium: actor.premiumUntil !== null && actor.premiumUntil > now,
    isAdmin: can(actor.role, 'site.administer'),
    staff: actor.staff,
    capabilities: capabilitiesOf(actor.role),
    premiumUntil: isoTimeOrNull(actor.premiumUntil),
    claim: claimOf(actor.latestClaim, now),
    emailVerified: actor.emailVerifiedAt !== null,
    savesHistory: actor.savesHistory,
    ...(actor.deletionEnded && { deletionEnded: true }),
  }
}
