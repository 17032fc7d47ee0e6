import { staffRoleOf } from '#contract/values/accounts/appointments'
import type { AccountForSignIn } from '#db/queries/accounts/users'
import { AppError } from '#worker/errors'
import type { ServiceContext, UserActor } from '../../context'
import { isBanned } from '../sessions/authenticate'
import { startSession } from '../sessions/start'
import { cancelDeletion } from './cancel-deletion'

export type { AccountForSignIn }

/** Refuses an account that may not sign in, even with valid credentials. */
export function refuseBanned(account: AccountForSignIn, now: number): void {
  if (!isBanned(account, now)) return
  const until =
    account.banUntil === null ? '' : ` until ${new Date(account.banUntil).toISOString().slice(0, 10)}`
  throw new AppError('banned', `This account is suspended${until}: ${account.banReason}`)
}

/** Completes every kind of sign-in: password, second factor and passkey. */
export async function enter(ctx: ServiceContext, account: AccountForSignIn): Promise<UserActor> {
  refuseBanned(account, ctx.now)
  const deletionEnded = await cancelDeletion(ctx, account)
  const actor = await startSession(ctx, {
    id: account.id,
    username: account.username,
    email: account.email,
    emailVerifiedAt: account.emailVerifiedAt,
    createdAt: account.createdAt,
    staff: staffRoleOf(account),
    savesHistory: account.savesHistory,
    mutedNotices: account.mutedNotices,
    noticesReadAt: account.noticesReadAt,
    premiumUntil: account.premiumUntil,
    latestClaim: account.latestClaim,
    tokenVersion: account.tokenVersion,
  })
  return { ...actor, deletionEnded }
}
