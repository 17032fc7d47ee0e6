import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type {
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyMade,
  PasskeyRequest,
} from '#contract/schemas/accounts/account'

// Import it lazily: no one needs it before pressing a button.

/** Has the browser ask for a passkey, and returns its signature. */
export async function signWithPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { id, response } = await startAuthentication({ optionsJSON: request })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}

/** Has the browser create a passkey. */
export async function makePasskey(creation: PasskeyCreation): Promise<PasskeyMade> {
  const { id, response } = await startRegistration({ optionsJSON: creation })
  const { clientDataJSON, attestationObject, transports } = response
  return { id, response: { clientDataJSON, attestationObject, transports } }
}
