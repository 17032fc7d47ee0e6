import type { User } from '../../../contract/schemas/auth'
import type { UserActor } from '../context'

/** The caller's own account, as the API shows it. `isPremium` means a running term, never the role. */
export function userView(actor: UserActor, now: number): User {
  return {
    id: actor.id,
    username: actor.username,
    email: actor.email,
    createdAt: new Date(actor.createdAt).toISOString(),
    isPremium: actor.premiumUntil !== null && actor.premiumUntil > now,
    isAdmin: actor.isAdmin,
    premiumUntil: actor.premiumUntil === null ? null : new Date(actor.premiumUntil).toISOString(),
    emailVerified: actor.emailVerifiedAt !== null,
  }
}
