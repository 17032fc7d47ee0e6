import type { PasskeyRequest } from '#contract/schemas/accounts/account'
import { passkeyChallengeMs } from '#contract/values/accounts/account'
import type { ServiceContext } from '../../context'
import { relyingPartyOf } from './relying-party'

/** COSE algorithm numbers in order of preference: Ed25519, P-256, RSA. */
export const algorithms = [-8, -7, -257]

interface KnownPasskey {
  id: string
  transports: string[]
}

/**
 * Returns a request to sign the challenge with one of `keys` or, when there are none, with any discoverable
 * passkey of this site.
 */
export function passkeyRequestOf(
  { config }: ServiceContext,
  challenge: string,
  keys: KnownPasskey[],
): PasskeyRequest {
  return {
    challenge,
    rpId: relyingPartyOf(config).id,
    timeout: passkeyChallengeMs,
    userVerification: 'required',
    allowCredentials: keys.map(described),
  }
}

export function described({ id, transports }: KnownPasskey) {
  return { id, type: 'public-key' as const, transports }
}
