import { TOTP } from 'otpauth'
import type { RecoveryCodes, SecondFactorNeeded, TotpSetup } from '#contract/schemas/accounts/account'
import { TestClient } from '../client'
import { makeUser, testPassword } from '../factories'

export const stepMs = 30_000

export function codeAt(secret: string, at: number): string {
  return new TOTP({ secret }).generate({ timestamp: at })
}

/** Creates a signed-in account, at a time set by the test. */
export async function signedInAt(now: number, options: Parameters<typeof makeUser>[0] = {}) {
  const user = await makeUser(options)
  const client = new TestClient()
  client.now = now
  const json = { username: user.username, password: testPassword }
  const response = await client.request('POST', '/api/auth/login', { json })
  if (!response.ok) throw new Error(`Sign-in failed: ${await response.text()}`)
  return { ...user, client }
}

/**
 * Creates such an account with two-step sign-in. Its first code was that of `now`, so the next one is
 * accepted a step later.
 */
export async function guardedAt(now: number, options: Parameters<typeof makeUser>[0] = {}) {
  const user = await signedInAt(now, options)
  const { secret } = await user.client.json<TotpSetup>('POST', '/api/account/security/totp')
  const json = { code: codeAt(secret, now) }
  const { codes } = await user.client.json<RecoveryCodes>('POST', '/api/account/security/totp/confirm', json)
  return { ...user, secret, codes }
}

/** Takes the first step of a sign-in in another browser. */
export async function firstStep(username: string, now: number) {
  const client = new TestClient()
  client.now = now
  const json = { username, password: testPassword }
  const needed = await client.json<SecondFactorNeeded>('POST', '/api/auth/login', json)
  return { client, needed, ticket: needed.ticket }
}

export function secondStep(client: TestClient, json: unknown) {
  return client.request('POST', '/api/auth/second-factor', { json })
}
