import type { PasskeyRequest, PasskeySignIn } from '#contract/schemas/accounts/account'
import { accountMessages, passkeyChallengeMs } from '#contract/values/accounts/account'
import { insertChallenge, spendChallenge } from '#db/queries/accounts/challenges'
import { noteUse, passkeyById } from '#db/queries/accounts/passkeys'
import { type AccountForSignIn, accountById } from '#db/queries/accounts/users'
import { AppError } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { hashOf, newToken } from '../mail-links/tokens'
import { passkeyRequestOf } from './requests'
import { verifyPasskey } from './verify'

/** Issues a challenge for a passkey before the account is known. */
export async function challengePasskey(ctx: ServiceContext): Promise<PasskeyRequest> {
  await enforceLimit(ctx, 'passkeyChallenge', ctx.client.address)
  const { token, hash } = newToken()
  await insertChallenge(ctx.db, {
    id: hash,
    kind: 'passkey-sign-in',
    expiresAt: ctx.now + passkeyChallengeMs,
  })
  return passkeyRequestOf(ctx, token, [])
}

/**
 * Returns the account that enters by passkey alone. A passkey is both factors: possession, and the finger,
 * face or PIN that it verified. Every failure gets the same response.
 */
export async function signInWithPasskey(
  ctx: ServiceContext,
  { challenge, credential }: PasskeySignIn,
): Promise<AccountForSignIn> {
  // No one else knows a passkey's ID, so strangers on its owner's network can't use up its window.
  const [own] = await passkeyById(ctx.db, credential.id)
  await enforceLimit(ctx, 'passkeySignIn', own ? `passkey ${own.id}` : ctx.client.address)
  const [begun] = await spendChallenge(ctx.db, { id: hashOf(challenge), kind: 'passkey-sign-in' }, ctx.now)
  // A passkey without a user handle isn't discoverable: it was asked for by ID, which this flow never does.
  const saysWhose = credential.response.userHandle !== undefined
  const verified = begun && saysWhose && (await verifyPasskey(ctx, credential, challenge))
  if (!verified) throw passkeyUnknown()
  const { passkey, counter } = verified
  const [account] = await accountById(ctx.db, passkey.userId)
  if (!account || account.deletingAt !== null) throw passkeyUnknown()
  const [used] = await noteUse(ctx.db, passkey, counter, ctx.now)
  if (!used) throw passkeyUnknown()
  return account
}

export function passkeyUnknown(): AppError {
  return new AppError('bad_credentials', accountMessages.passkeyUnknown)
}
