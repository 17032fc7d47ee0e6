import type { NewPasskey, Passkey, PasskeyCreation, PasskeyMade } from '#contract/schemas/accounts/account'
import { accountMessages, passkeyChallengeMs, passkeysMax } from '#contract/values/accounts/account'
import { followedBy } from '#db/followed-by'
import { insertChallenge, spendChallenge } from '#db/queries/accounts/challenges'
import { insertPasskey, passkeyById, passkeysOf } from '#db/queries/accounts/passkeys'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { enforceLimit } from '../../shared/rate-limits'
import { insistOnVerified } from '../email-address/verify'
import { hashOf, newToken } from '../mail-links/tokens'
import { whereSessionCurrent } from '../sessions/end-others'
import { mailOfPasskey } from './emails'
import { logRefusal } from './refused'
import { relyingPartyOf, userHandle } from './relying-party'
import { algorithms, described } from './requests'
import { passkeyView } from './view'

/** Transports to an authenticator that browsers know; any others that a browser reports are dropped. */
const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** Returns the options for creating a discoverable passkey with user verification. */
export async function beginPasskey(ctx: UserContext): Promise<PasskeyCreation> {
  const { actor, db, settings, config, now } = ctx
  insistOnVerified(ctx)
  await enforceLimit(ctx, 'securityChange', String(actor.id))
  const { token, hash } = newToken()
  const [keys] = await db.batch([
    passkeysOf(db, actor.id),
    insertChallenge(db, {
      id: hash,
      kind: 'passkey-new',
      userId: actor.id,
      expiresAt: now + passkeyChallengeMs,
    }),
  ])
  if (keys.length >= passkeysMax) throw tooMany()
  return {
    challenge: token,
    rp: { id: relyingPartyOf(config).id, name: settings.siteName },
    user: { id: userHandle(actor.id), name: actor.username, displayName: actor.username },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: passkeyChallengeMs,
    attestation: 'none',
    excludeCredentials: keys.map(described),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

export async function addPasskey(
  ctx: UserContext,
  { challenge, credential, name }: NewPasskey,
): Promise<Passkey> {
  const { actor, db, now } = ctx
  insistOnVerified(ctx)
  const wanted = { id: hashOf(challenge), kind: 'passkey-new', userId: actor.id } as const
  const [begun] = await spendChallenge(db, wanted, now)
  const made = await keyOf(ctx, credential, challenge)
  if (!begun) {
    // Sent again after a lost answer.
    const [added] = await passkeyById(db, credential.id)
    if (added?.userId === actor.id && added.publicKey === made?.publicKey) return passkeyView(added)
    throw new AppError('gone', accountMessages.passkeyLate)
  }
  if (!made) throw new AppError('invalid_input', "We couldn't verify this passkey. Please try again.")
  const { transports = [] } = credential.response
  const row = {
    id: credential.id,
    userId: actor.id,
    ...made,
    name,
    createdAt: now,
    transports: transports.filter((each) => knownTransports.includes(each)),
  }
  const [[added]] = await db.batch(
    followedBy(
      // A session that was ended in the meantime leaves no passkey behind.
      insertPasskey(db, row, passkeysMax, whereSessionCurrent(actor)),
      ({ changed }) => mailOfPasskey(ctx, { event: 'added', name }, changed),
    ),
  )
  if (!added) {
    const keys = await passkeysOf(db, actor.id)
    throw keys.length >= passkeysMax
      ? tooMany()
      : new AppError('conflict', 'This passkey has already been added.')
  }
  ctx.defer(kickMail(ctx))
  return passkeyView(added)
}

/** Returns the passkey's key and counter; null when it doesn't match the challenge. */
async function keyOf({ config }: UserContext, answer: PasskeyMade, challenge: string) {
  try {
    const { checkMade } = await import('./webauthn')
    return await checkMade(answer, { challenge, ...relyingPartyOf(config) })
  } catch (error) {
    logRefusal(error)
    return null
  }
}

function tooMany(): AppError {
  return new AppError('conflict', `An account has ${passkeysMax} passkeys at most. Remove one first.`)
}
