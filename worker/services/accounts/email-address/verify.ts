import { sql } from 'drizzle-orm'
import { accountMessages } from '#contract/values/accounts/account'
import { batchNamed } from '#db/batch-named'
import { type Condition, condition } from '#db/conditions'
import { spendMailToken, whereTokenGood } from '#db/queries/accounts/mail-tokens'
import { markEmailVerified } from '#db/queries/accounts/users'
import { AppError } from '#worker/errors'
import type { ServiceContext, UserContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { enforceLimit } from '../../shared/rate-limits'
import { verifyMail } from '../mail-links/emails'
import { accountOfToken, broughtToken, issueLink, linkDead } from '../mail-links/tokens'

/** Redeems the emailed link: the address works, and its reader asked for the account. */
export async function verifyEmail(ctx: ServiceContext, token: string): Promise<void> {
  const brought = broughtToken(ctx, token, ['verify'])
  const { userId } = await accountOfToken(ctx, brought)
  const { spent } = await batchNamed(ctx.db, [
    markEmailVerified(ctx.db, userId, ctx.now, whereTokenGood(brought)),
    { spent: spendMailToken(ctx.db, brought) },
  ])
  if (spent.length === 0) throw linkDead()
}

/** Emails the link again, unless the address is confirmed already. */
export async function sendVerification(ctx: UserContext): Promise<void> {
  const { actor, db } = ctx
  if (actor.emailVerifiedAt !== null) return
  await enforceLimit(ctx, 'verifyMail', String(actor.id))
  await db.batch(verificationOf(ctx, condition(sql`id = ${actor.id} and email_verified_at is null`)))
  ctx.defer(kickMail(ctx))
}

/** Prepares the link and its email for the account that `accounts` picks. */
export function verificationOf(ctx: ServiceContext, accounts: Condition) {
  const issued = issueLink(ctx, 'verify', accounts)
  return [...issued.statements, verifyMail(ctx, accounts, issued)] as const
}

/**
 * Throws unless the account's address is confirmed, which second factors and passkeys require.
 */
export function insistOnVerified(ctx: UserContext): void {
  if (isToConfirm(ctx)) throw new AppError('forbidden', accountMessages.verifyFirst)
}

/**
 * Tells whether the account's address is still to be confirmed. Never where email can't arrive, since a new or
 * local site would lock everyone out.
 */
export function isToConfirm({
  actor,
  config,
}: Pick<ServiceContext, 'config'> & { actor: { emailVerifiedAt: number | null } }): boolean {
  return config.production && config.mailWorks && actor.emailVerifiedAt === null
}
