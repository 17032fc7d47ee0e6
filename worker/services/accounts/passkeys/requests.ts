import type { PasskeyRequest } from '../../../../contract/schemas/accounts/account'
import { passkeyChallengeMs } from '../../../../contract/values/accounts/account'
import type { ServiceContext } from '../../context'
import { relyingPartyOf } from './relying-party'

interface KnownPasskey {
  id: string
  transports: string[]
}

/** What one of `keys` is asked to sign, or, where none is named, any that knows an account here. */
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
