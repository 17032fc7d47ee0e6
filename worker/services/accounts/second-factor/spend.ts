import type { PasskeyAnswer } from '#contract/schemas/accounts/account'
import { followedBy } from '#db/followed-by'
import { endTicket, whereTicketOpen } from '#db/queries/accounts/challenges'
import { noteUse } from '#db/queries/accounts/passkeys'
import { spendRecoveryCode, spendStep, totpOf } from '#db/queries/accounts/second-factor'
import type { AccountForSignIn } from '#db/queries/accounts/users'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { verifyPasskey } from '../passkeys/verify'
import { mailOfRecovery } from './emails'
import { readRecoveryCode, recoveryHash } from './recovery-codes'
import { openSecret, sealSecret } from './sealed-secret'
import { stepOfCode } from './totp'

// Each step consumes a factor and the ticket in one batch, so that neither works twice, and tells whether the
// factor was right.

export interface Step {
  ctx: ServiceContext
  ticketId: string
  account: AccountForSignIn
}

export async function spendTotp({ ctx, ticketId, account }: Step, code: string): Promise<boolean> {
  const peppers = ctx.config.passwordPeppers
  const [totp] = await totpOf(ctx.db, account.id)
  if (!totp?.confirmedAt) return false
  const { secret, outdated } = await openSecret(totp.secret, account.id, peppers)
  const step = stepOfCode(secret, code, ctx.now)
  if (step === null) return false
  const sealed = outdated ? await sealSecret(secret, account.id, peppers) : totp.secret
  const [taken] = await ctx.db.batch(
    followedBy(
      spendStep(ctx.db, account.id, { step, read: totp.secret, next: sealed }, whereTicketOpen(ticketId)),
      ({ changed }) => endTicket(ctx.db, ticketId, changed),
    ),
  )
  return taken.length > 0
}

export async function spendRecovery({ ctx, ticketId, account }: Step, text: string): Promise<boolean> {
  const code = readRecoveryCode(text)
  if (code === null) return false
  const hashes = ctx.config.passwordPeppers.map((pepper) => recoveryHash(code, account.id, pepper))
  const [taken] = await ctx.db.batch(
    followedBy(
      spendRecoveryCode(ctx.db, account.id, hashes, whereTicketOpen(ticketId)),
      ({ changed }) => endTicket(ctx.db, ticketId, changed),
      ({ changed }) => mailOfRecovery(ctx, account, changed),
    ),
  )
  if (taken.length > 0) ctx.defer(kickMail(ctx))
  return taken.length > 0
}

export async function spendPasskey(
  { ctx, ticketId, account }: Step,
  answer: PasskeyAnswer,
  challenge: string,
): Promise<boolean> {
  const verified = await verifyPasskey(ctx, answer, challenge)
  if (verified?.passkey.userId !== account.id) return false
  const [taken] = await ctx.db.batch(
    followedBy(
      noteUse(ctx.db, verified.passkey, verified.counter, ctx.now, whereTicketOpen(ticketId)),
      ({ changed }) => endTicket(ctx.db, ticketId, changed),
    ),
  )
  return taken.length > 0
}
