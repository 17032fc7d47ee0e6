import { insertSession } from '../../../../db/queries/accounts/sessions'
import { randomId } from '../../../storage/keys'
import type { ServiceContext, UserActor } from '../../context'
import { userRole } from './authenticate'
import { countryOf, deviceOf } from './device'

type Account = Omit<UserActor, 'kind' | 'sessionId' | 'confirmedAt' | 'role'>

/** Starts a session for an authenticated account. Its ID is always new, which prevents session fixation. */
export async function startSession(ctx: ServiceContext, account: Account): Promise<UserActor> {
  const sessionId = randomId()
  await insertSession(ctx.db, {
    id: sessionId,
    userId: account.id,
    tokenVersion: account.tokenVersion,
    createdAt: ctx.now,
    seenAt: ctx.now,
    device: deviceOf(ctx.client.userAgent),
    country: countryOf(ctx.client),
  })
  return {
    ...account,
    kind: 'user',
    sessionId,
    confirmedAt: ctx.now,
    role: userRole(account.isAdmin, account.premiumUntil, ctx.now),
  }
}
