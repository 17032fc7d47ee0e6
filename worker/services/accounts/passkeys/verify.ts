import type { PasskeyAnswer } from '#contract/schemas/accounts/account'
import { type PasskeyRow, passkeyById } from '#db/queries/accounts/passkeys'
import type { ServiceContext } from '../../context'
import { logRefusal } from './refused'
import { relyingPartyOf, userHandle } from './relying-party'

/**
 * Returns the passkey that signed this challenge for this site, with its new counter; null for none of ours.
 */
export async function verifyPasskey(
  { db, config }: ServiceContext,
  answer: PasskeyAnswer,
  challenge: string,
): Promise<{ passkey: PasskeyRow; counter: number } | null> {
  const [passkey] = await passkeyById(db, answer.id)
  if (!passkey) return null
  // The authenticator may name the account, too.
  const named = answer.response.userHandle
  if (named !== undefined && named !== userHandle(passkey.userId)) return null
  try {
    const { checkSigned } = await import('./webauthn')
    const counter = await checkSigned(answer, { challenge, ...relyingPartyOf(config) }, passkey)
    return { passkey, counter }
  } catch (error) {
    logRefusal(error)
    return null
  }
}
