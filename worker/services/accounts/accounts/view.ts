import type { User } from '../../../../contract/schemas/accounts/auth'
import type { UserActor } from '../../context'
import { isoTime, isoTimeOrNull } from '../../shared/time'

/** Returns the caller's own account as the API shows it. `isPremium` means a running term, never the role. */
export function userView(actor: UserActor, now: number): User {
  return {
    id: actor.id,
    username: actor.username,
    email: actor.email,
    createdAt: isoTime(actor.createdAt),
    isPremium: actor.premiumUntil !== null && actor.premiumUntil > now,
    isAdmin: actor.isAdmin,
    premiumUntil: isoTimeOrNull(actor.premiumUntil),
    emailVerified: actor.emailVerifiedAt !== null,
    savesHistory: actor.savesHistory,
    ...(actor.deletionEnded && { deletionEnded: true }),
  }
}
