import { sql } from 'drizzle-orm'
import type { PasswordReset, ResetOffer, ResetPassword } from '#contract/schemas/accounts/account'
import { canonicalUsername } from '#contract/values/accounts/usernames'
import { batchNamed } from '#db/batch-named'
import { condition } from '#db/conditions'
import { endEverythingBegun, whereTokenGood } from '#db/queries/accounts/mail-tokens'
import { deletePasskeysOf, wherePasskeysLeft } from '#db/queries/accounts/passkeys'
import { deleteRecoveryCodes, deleteTotp, whereTotpInForce } from '#db/queries/accounts/second-factor'
import { endSessions, raiseTokenVersion } from '#db/queries/accounts/sessions'
import { type AccountForSignIn, markEmailVerified } from '#db/queries/accounts/users'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { forgetUses } from '../../shared/rate-limits'
import { passwordChangedMail } from '../mail-links/emails'
import { accountOfToken, broughtToken, linkDead } from '../mail-links/tokens'
import { inHashQueue } from './hash-queue'
import { windowsOfConfirming, windowsOfName } from './sign-in-windows'
import { refuseWeakPassword } from './weak'

/**
 * Returns the number of passkeys that the reset page may offer to remove: 0 for an address that was never
 * confirmed.
 */
export async function offerOfReset(ctx: ServiceContext, token: string): Promise<ResetOffer> {
  const { emailVerifiedAt, passkeys } = await accountOfToken(ctx, broughtToken(ctx, token, ['reset']))
  return { passkeys: emailVerifiedAt === null ? 0 : passkeys }
}

/**
 * Sets a new password for the owner of the inbox, ends all sessions and gives back the limits of sign-in.
 * Signs no one in: the second factor is still to come. Returns the account, for the device to be known by.
 */
export async function resetPassword(
  ctx: ServiceContext,
  { token, password, removePasskeys }: ResetPassword,
): Promise<{ account: Pick<AccountForSignIn, 'id' | 'tokenVersion'>; removed: PasswordReset }> {
  const { db, now } = ctx
  const brought = broughtToken(ctx, token, ['reset'])
  const owner = await accountOfToken(ctx, brought)
  const { userId, username, email } = owner
  await refuseWeakPassword(ctx, { ...owner, password }, 'password')
  const place = { rank: owner.staff !== null ? 'staff' : 'known', key: String(userId) } as const
  const passwordHash = await inHashQueue(ctx, place, ({ hash }) => hash(password))
  const onlyIf = whereTokenGood(brought)
  // The creator may have used a stranger's address and left passkeys or codes: no one has proved to own both.
  const unconfirmed = condition(sql`(${onlyIf} and exists (select 1 from users u
    where u.id = ${userId} and u.email_verified_at is null))`)
  const account = { id: userId, username, email }
  const anyPasskey = wherePasskeysLeft(userId)
  const drops = condition(sql`(${unconfirmed} and (${anyPasskey} or ${whereTotpInForce(userId)}))`)
  const removes = removePasskeys ? condition(sql`(not ${drops} and ${anyPasskey})`) : condition(sql`false`)
  const mails = [
    passwordChangedMail(ctx, account, condition(sql`(${onlyIf} and ${drops})`), 'dropped'),
    passwordChangedMail(ctx, account, condition(sql`(${onlyIf} and ${removes})`), 'withoutPasskeys'),
    passwordChangedMail(ctx, account, condition(sql`(${onlyIf} and not ${drops} and not ${removes})`)),
  ] as const
  const { passkeys, apps, raised } = await batchNamed(db, [
    ...mails,
    { passkeys: deletePasskeysOf(db, userId, removePasskeys ? onlyIf : unconfirmed) },
    deleteRecoveryCodes(db, userId, unconfirmed),
    { apps: deleteTotp(db, userId, unconfirmed) },
    markEmailVerified(db, userId, now, onlyIf),
    ...endSessions(db, userId, now, onlyIf, null),
    // Strangers may have used them up, or someone in a session that ends here. The codes' windows stay: an inbox
    // must not buy more guesses at the second factor.
    forgetUses(
      ctx,
      [
        ...windowsOfName(canonicalUsername(username)),
        ...windowsOfConfirming(userId),
        { action: 'knownHash', key: String(userId) },
      ],
      onlyIf,
    ),
    { raised: raiseTokenVersion(db, userId, onlyIf, { passwordHash }) },
    ...endEverythingBegun(db, userId, onlyIf),
  ])
  const [changed] = raised
  if (!changed) throw linkDead()
  ctx.defer(kickMail(ctx))
  const twoStep = apps.some(({ confirmedAt }) => confirmedAt !== null)
  return {
    account: { id: userId, tokenVersion: changed.tokenVersion },
    removed: { passkeys: passkeys.length, twoStep },
  }
}
