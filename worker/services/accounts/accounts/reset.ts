import { sql } from 'drizzle-orm'
import { canonicalUsername } from '../../../../contract/values/accounts/usernames'
import { batchNamed } from '../../../../db/batch-named'
import { condition } from '../../../../db/conditions'
import { endEverythingBegun, whereTokenGood } from '../../../../db/queries/accounts/mail-tokens'
import { deletePasskeysOf } from '../../../../db/queries/accounts/passkeys'
import { deleteRecoveryCodes, deleteTotp } from '../../../../db/queries/accounts/second-factor'
import { endSessions, raiseTokenVersion } from '../../../../db/queries/accounts/sessions'
import { type AccountForSignIn, markEmailVerified } from '../../../../db/queries/accounts/users'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { forgetUses } from '../../shared/rate-limits'
import { passwordChangedMail } from './emails'
import { inHashQueue } from './hash-queue'
import { hashPassword } from './password'
import { windowsOfName } from './sign-in-windows'
import { accountOfToken, broughtToken, linkDead } from './tokens'
import { refuseWeakPassword } from './weak-password'

/**
 * Sets a new password for the owner of the inbox, ends all sessions and gives back the limits of sign-in.
 * Signs nobody in: the second factor is still to come. Returns the account, for the device to be known by.
 */
export async function resetPassword(
  ctx: ServiceContext,
  { token, password }: { token: string; password: string },
): Promise<Pick<AccountForSignIn, 'id' | 'tokenVersion'>> {
  const { db, now } = ctx
  const brought = broughtToken(ctx, token, ['reset'])
  const { userId, username, email, passwordHash } = await inHashQueue(ctx, async () => {
    const account = await accountOfToken(ctx, brought)
    refuseWeakPassword(ctx, { ...account, password }, 'password')
    return { ...account, passwordHash: await hashPassword(password, ctx.config) }
  })
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
    // Strangers may have used them up.
    forgetUses(ctx, windowsOfName(canonicalUsername(username)), onlyIf),
    { raised: raiseTokenVersion(db, userId, onlyIf, { passwordHash }) },
    ...endEverythingBegun(db, userId, onlyIf),
  ])
  const [account] = raised
  if (!account) throw linkDead()
  ctx.defer(kickMail(ctx))
  return { id: userId, tokenVersion: account.tokenVersion }
}
