import { sql } from 'drizzle-orm'
import type { RecoveryCodes, TotpSetup } from '#contract/schemas/accounts/account'
import { accountMessages } from '#contract/values/accounts/account'
import { batchNamed } from '#db/batch-named'
import { condition } from '#db/conditions'
import {
  confirmPendingTotp,
  putPendingTotp,
  replaceRecoveryCodes,
  totpOf,
  whereTotpPending,
} from '#db/queries/accounts/second-factor'
import { AppError, invalidField } from '#worker/errors'
import type { UserContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { enforceLimit } from '../../shared/rate-limits'
import { insistOnVerified } from '../email-address/verify'
import { whereSessionCurrent } from '../sessions/end-others'
import { securityMail } from './emails'
import { newRecoveryCodes, recoveryHash, spaced } from './recovery-codes'
import { openSecret, sealSecret } from './sealed-secret'
import { newTotpSecret, stepOfCode, totpUri } from './totp'

/** Creates a secret for an authenticator app. Sign-in requires it once its first code is confirmed. */
export async function beginTotp(ctx: UserContext): Promise<TotpSetup> {
  const { actor, db, config, settings, now } = ctx
  insistOnVerified(ctx)
  await enforceLimit(ctx, 'securityChange', String(actor.id))
  const secret = newTotpSecret()
  const sealed = await sealSecret(secret, actor.id, config.passwordPeppers)
  const [put] = await putPendingTotp(db, actor.id, sealed, now)
  if (!put) throw new AppError('conflict', 'Two-step sign-in is already on.')
  return { secret, uri: totpUri(secret, settings.siteName, actor.username) }
}

/**
 * Turns the app on with its first code: sign-in asks for one from now on. Returns the recovery codes, which
 * are shown only once: an owner who never got the response makes new ones, with the password.
 */
export async function confirmTotp(ctx: UserContext, code: string): Promise<RecoveryCodes> {
  const { actor, db, config, now } = ctx
  insistOnVerified(ctx)
  await enforceLimit(ctx, 'securityChange', String(actor.id))
  const [totp] = await totpOf(db, actor.id)
  if (!totp) throw new AppError('conflict', 'Start setting up two-step sign-in again.')
  // Before the code is looked at: a route without the password must not tell which code is right.
  if (totp.confirmedAt !== null) throw alreadyOn()
  const { secret } = await openSecret(totp.secret, actor.id, config.passwordPeppers)
  const step = stepOfCode(secret, code, now)
  if (step === null) throw invalidField('code', accountMessages.codeWrong)
  const { codes, hashes } = makeCodes(ctx)
  // A session that was ended in the meantime turns nothing on.
  const current = whereSessionCurrent(actor)
  const pending = condition(sql`(${whereTotpPending(actor.id, totp.secret)} and ${current})`)
  const { confirmed } = await batchNamed(db, [
    ...replaceRecoveryCodes(db, actor.id, hashes, pending),
    securityMail(ctx, actor, turnedOn(ctx), pending),
    { confirmed: confirmPendingTotp(db, actor.id, { secret: totp.secret, step }, now, current) },
  ])
  if (confirmed.length === 0) {
    const [other] = await totpOf(db, actor.id)
    // Two at once: the codes of the other request are the valid ones.
    if (other && other.confirmedAt !== null) throw alreadyOn()
    throw new AppError('conflict', 'Start setting up two-step sign-in again.')
  }
  ctx.defer(kickMail(ctx))
  return { codes }
}

function alreadyOn(): AppError {
  return new AppError(
    'conflict',
    "Two-step sign-in is already on. If you didn't get its recovery codes, close this and choose New recovery codes.",
  )
}

/** Returns new codes to show once, with the hashes, which are all that is stored. */
export function makeCodes({ actor, config }: UserContext): { codes: string[]; hashes: string[] } {
  const [pepper] = config.passwordPeppers
  if (!pepper) throw new Error('No pepper')
  const codes = newRecoveryCodes()
  return { codes: codes.map(spaced), hashes: codes.map((code) => recoveryHash(code, actor.id, pepper)) }
}

function turnedOn({ requestId }: UserContext) {
  return {
    event: `totp-on:${requestId}`,
    subject: 'Two-step sign-in is on',
    text: 'Your account now asks for a code from your authenticator app as well as your password.',
  }
}
