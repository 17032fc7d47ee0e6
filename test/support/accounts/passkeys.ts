import type { Passkey, PasskeyCreation, PasskeyRequest } from '#contract/schemas/accounts/account'
import { TestClient } from '../client'
import { Authenticator } from './authenticator'

const path = '/api/account/security/passkeys'

/** Adds a passkey to the signed-in account. Returns the device that holds it. */
export async function addPasskey(client: TestClient, name = 'Phone', device = new Authenticator()) {
  const creation = await client.json<PasskeyCreation>('POST', `${path}/challenge`)
  const json = { challenge: creation.challenge, credential: await device.create(creation), name }
  const response = await client.request('POST', path, { json })
  if (response.status !== 201) throw new Error(`Couldn't add the passkey: ${await response.text()}`)
  return { device, passkey: (await response.json()) as Passkey }
}

/** Prepares a sign-in with this device, without sending it. */
export async function beginSignIn(device: Authenticator, now: number) {
  const client = new TestClient()
  client.now = now
  const request = await client.json<PasskeyRequest>('POST', '/api/auth/passkey/challenge')
  const json = { challenge: request.challenge, credential: await device.get(request) }
  return { client, request, json }
}

export async function signInWith(device: Authenticator, now: number) {
  const { client, json } = await beginSignIn(device, now)
  const response = await client.request('POST', '/api/auth/passkey', { json })
  return { client, response }
}
