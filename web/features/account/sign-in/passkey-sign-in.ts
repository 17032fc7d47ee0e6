import type { User } from '#contract/schemas/accounts/auth'
import { signWithPasskey } from '#web/entities/viewer/passkey'
import { passkeyFailure } from '#web/entities/viewer/passkey-failure'
import { call, client } from '#web/lib/api'

/** Returns the account, or a sentence that says why it failed. Import it lazily. */
export async function passkeySignIn(): Promise<User | string> {
  try {
    const request = await call(client.api.auth.passkey.challenge.$post())
    const { challenge } = request
    const credential = await signWithPasskey(request)
    return await call(client.api.auth.passkey.$post({ json: { challenge, credential } }))
  } catch (error) {
    return passkeyFailure(error)
  }
}
