import { sql } from 'drizzle-orm'
import type { ChangePassword } from '#contract/schemas/accounts/account'
import { accountMessages } from '#contract/values/accounts/account'
import { batchNamed } from '#db/batch-named'
import { condition } from '#db/conditions'
import { endEverythingBegun } from '#db/queries/accounts/mail-tokens'
import { endSessions, raiseTokenVersion } from '#db/queries/accounts/sessions'
import { AppError, invalidField } from '#worker/errors'
import { randomId } from '#worker/storage/keys'
import type { UserActor, UserContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { passwordChangedMail } from '../mail-links/emails'
import { type Hasher, inHashQueue } from './hash-queue'
import { insistInTurn, ownPlace } from './own'
import { refuseWeakPassword } from './weak'

/**
 * Changes the password of a member who knows the current one, and ends all other sessions. Returns the actor
 * that the session's next token describes.
 */
export async function changePassword(ctx: UserContext, input: ChangePassword): Promise<UserActor> {
  const { actor, db, now } = ctx
  const { stored, passwordHash } = await inHashQueue(ctx, ownPlace(ctx), (hasher) =>
    compareAndHash(ctx, input, hasher),
  )
  const onlyIf = condition(sql`exists (select 1 from users u where u.id = ${actor.id}
    and u.token_version = ${actor.tokenVersion} and u.password_hash = ${stored})`)
  const sessionId = randomId()
  const { raised } = await batchNamed(db, [
    passwordChangedMail(ctx, actor, onlyIf),
    ...endEverythingBegun(db, actor.id, onlyIf),
    ...endSessions(db, actor.id, now, onlyIf, { id: actor.sessionId, nextId: sessionId, confirmedAt: now }),
    { raised: raiseTokenVersion(db, actor.id, onlyIf, { passwordHash }) },
  ])
  const [changed] = raised
  if (!changed)
    throw new AppError('conflict', 'Your password was changed on another device. Please sign in again.')
  ctx.defer(kickMail(ctx))
  return { ...actor, sessionId, tokenVersion: changed.tokenVersion, confirmedAt: now }
}

async function compareAndHash(
  ctx: UserContext,
  { currentPassword, newPassword }: ChangePassword,
  hasher: Hasher,
) {
  const stored = await insistInTurn(ctx, currentPassword, hasher)
  if (newPassword === currentPassword) throw invalidField('newPassword', accountMessages.passwordSame)
  await refuseWeakPassword(ctx, { ...ctx.actor, password: newPassword }, 'newPassword')
  return { stored, passwordHash: await hasher.hash(newPassword) }
}
