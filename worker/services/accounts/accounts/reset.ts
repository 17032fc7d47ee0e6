import { sql } from 'drizzle-orm'
import { batchNamed } from '../../../../db/batch-named'
import { condition } from '../../../../db/conditions'
import { endEverythingBegun, whereTokenGood } from '../../../../db/queries/accounts/mail-tokens'
import { deletePasskeysOf } from '../../../../db/queries/accounts/passkeys'
import { deleteRecoveryCodes, deleteTotp } from '../../../../db/queries/accounts/second-factor'
import { endSessions, raiseTokenVersion } from '../../../../db/queries/accounts/sessions'
import { markEmailVerified } from '../../../../db/queries/accounts/users'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { passwordChangedMail } from './emails'
import { hashPassword } from './password'
import { accountOfToken, broughtToken, linkDead } from './tokens'

/**
 * Sets a new password for the owner of the inbox and ends all sessions. Signs nobody in: the second factor is
 * still to come.
 */
export async function resetPassword(
  ctx: ServiceContext,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { db, now } = ctx
  const brought = broughtToken(ctx, token, ['reset'])
  const { userId, username, email } = await accountOfToken(ctx, brought)
  const passwordHash = await hashPassword(password, ctx.config)
  const onlyIf = whereTokenGood(brought)
  // The creator may have used a stranger's address and left passkeys or codes: nobody has proved to own both.
  const unconfirmed = condition(sql`(${onlyIf} and exists (select 1 from users u
    where u.id = ${userId} and u.email_verified_at is null))`)
  const { raised } = await batchNamed(db, [
    passwordChangedMail(ctx, { id: userId, username, email }, onlyIf),
    deletePasskeysOf(db, userId, unconfirmed),
    deleteRecoveryCodes(db, userId, unconfirmed),
    deleteTotp(db, userId, unconfirmed),
    markEmailVerified(db, userId, now, onlyIf),
    ...endSessions(db, userId, now, onlyIf, null),
    { raised: raiseTokenVersion(db, userId, onlyIf, { passwordHash }) },
    ...endEverythingBegun(db, userId, onlyIf),
  ])
  if (raised.length === 0) throw linkDead()
  ctx.defer(kickMail(ctx))
}
