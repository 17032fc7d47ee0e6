import type { SecondFactorNeeded } from '#contract/schemas/accounts/account'
import { ticketMs } from '#contract/values/accounts/account'
import { insertChallenge } from '#db/queries/accounts/challenges'
import { passkeysOf } from '#db/queries/accounts/passkeys'
import { recoveryHashesOf, totpInForce } from '#db/queries/accounts/second-factor'
import type { AccountForSignIn } from '#db/queries/accounts/users'
import type { ServiceContext } from '../../context'
import { newToken } from '../mail-links/tokens'
import { passkeyRequestOf } from '../passkeys/requests'
import { isUsable } from './recovery-codes'

/**
 * Returns the second factors to ask for, with a ticket for the next step. Null when the password is enough:
 * no authenticator app is on.
 */
export async function askSecondFactor(
  ctx: ServiceContext,
  account: AccountForSignIn,
): Promise<SecondFactorNeeded | null> {
  const [[totp], keys, hashes] = await ctx.db.batch([
    totpInForce(ctx.db, account.id),
    passkeysOf(ctx.db, account.id),
    recoveryHashesOf(ctx.db, account.id),
  ])
  if (!totp) return null
  const { token, hash } = newToken()
  await insertChallenge(ctx.db, {
    id: hash,
    kind: 'second-factor',
    userId: account.id,
    tokenVersion: account.tokenVersion,
    expiresAt: ctx.now + ticketMs,
  })
  const hasCodes = hashes.some((row) => isUsable(row.hash, ctx.config.passwordPeppers))
  return {
    secondFactor: [
      'totp',
      ...(keys.length > 0 ? (['passkey'] as const) : []),
      ...(hasCodes ? (['recovery'] as const) : []),
    ],
    ticket: token,
    passkey: keys.length > 0 ? passkeyRequestOf(ctx, token, keys) : null,
  }
}
