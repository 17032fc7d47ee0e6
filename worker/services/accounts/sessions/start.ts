import { batchNamed } from '#db/batch-named'
import { endSessionOf, insertSession } from '#db/queries/accounts/sessions'
import { countryOf } from '#worker/policy/regions'
import { randomId } from '#worker/storage/keys'
import type { ServiceContext, UserActor } from '../../context'
import { userRole } from './authenticate'
import { deviceOf } from './device'

type Account = Omit<UserActor, 'kind' | 'sessionId' | 'startedAt' | 'confirmedAt' | 'role'>

/**
 * Starts a session for an authenticated account, and ends the one this browser had, even another account's.
 * Its ID is always new, which prevents session fixation.
 */
export async function startSession(ctx: ServiceContext, account: Account): Promise<UserActor> {
  const sessionId = randomId()
  const { actor, db, now } = ctx
  const insert = insertSession(db, {
    id: sessionId,
    userId: account.id,
    tokenVersion: account.tokenVersion,
    createdAt: now,
    seenAt: now,
    device: deviceOf(ctx.client.userAgent),
    country: countryOf(ctx.client.place),
  })
  const replaced = actor.kind === 'user' ? endSessionOf(db, actor.id, actor.sessionId, now) : []
  await batchNamed(db, [insert, ...replaced])
  return {
    ...account,
    kind: 'user',
    sessionId,
    startedAt: now,
    confirmedAt: now,
    role: userRole(account.staff, account.premiumUntil, now),
  }
}
