import type { SecondFactor } from '#contract/schemas/accounts/account'
import { accountMessages, ticketAttempts } from '#contract/values/accounts/account'
import { tryTicket } from '#db/queries/accounts/challenges'
import { type AccountForSignIn, accountById } from '#db/queries/accounts/users'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { enforceLimits, giveBack, isWithinLimit } from '../../shared/rate-limits'
import { hashOf } from '../mail-links/tokens'
import { isBanned } from '../sessions/authenticate'
import { mailOfGuesses } from './emails'
import { type Step, spendPasskey, spendRecovery, spendTotp } from './spend'

/** Returns the account that enters by the second factor, after the password. A ticket allows a few attempts. */
export async function passSecondFactor(ctx: ServiceContext, input: SecondFactor): Promise<AccountForSignIn> {
  const ticketId = hashOf(input.ticket)
  const [ticket] = await tryTicket(ctx.db, ticketId, ctx.now, ticketAttempts)
  const account = ticket && (await accountOfTicket(ctx, ticket))
  if (!account) throw ticketDead()
  const key = String(account.id)
  await enforceLimits(ctx, [
    { action: 'secondFactor', key },
    { action: 'secondFactorDay', key },
  ])
  if (!(await take({ ctx, ticketId, account }, input))) {
    // Counted across tickets, or an attacker could drop each one before its last attempt.
    if (!(await isWithinLimit(ctx, 'wrongCodes', key))) await warnOfGuesses(ctx, account)
    throw new AppError('bad_credentials', accountMessages.codeWrong)
  }
  await ctx.db.batch([giveBack(ctx, 'secondFactor', key), giveBack(ctx, 'secondFactorDay', key)])
  return account
}

interface Ticket {
  userId: number | null
  tokenVersion: number | null
}

/**
 * Returns nothing when the account changed since the password was checked: each change raises the version.
 */
async function accountOfTicket(
  { db, now }: ServiceContext,
  { userId, tokenVersion }: Ticket,
): Promise<AccountForSignIn | null> {
  const [account] = userId === null ? [] : await accountById(db, userId)
  const stands = account?.deletingAt === null && account.tokenVersion === tokenVersion
  return stands && !isBanned(account, now) ? account : null
}

function take(step: Step, input: SecondFactor): Promise<boolean> {
  if ('passkey' in input) return spendPasskey(step, input.passkey, input.ticket)
  const { code } = input
  return /^\d{6}$/.test(code) ? spendTotp(step, code) : spendRecovery(step, code)
}

/** Warns the owner that the password is known to someone without the second factor. */
async function warnOfGuesses(ctx: ServiceContext, account: AccountForSignIn): Promise<void> {
  await mailOfGuesses(ctx, account)
  ctx.defer(kickMail(ctx))
}

/** Returns the one refusal for a ticket that is used, expired or unknown. */
export function ticketDead(): AppError {
  return new AppError('gone', accountMessages.ticketDead)
}
