import { eq } from 'drizzle-orm'
import { vi } from 'vitest'
import type { LinkKind } from '#contract/values/accounts/account'
import { mailOutbox } from '#db/schema'
import { TestClient } from '../client'
import { makeUser, testDb, testPassword } from '../factories'
import { testVars } from '../vars'

const pages: Record<LinkKind, string> = {
  verify: '/verify-email',
  reset: '/reset-password',
  'email-old': '/confirm-email',
  'email-new': '/confirm-email',
}

export interface LinkOwner {
  id: number
  username: string
  email: string
  /** Signed in at the given time. */
  client: TestClient
}

/** Creates an account, signed in at that time. */
export async function linkOwner(
  now: number,
  options: Parameters<typeof makeUser>[0] = {},
): Promise<LinkOwner> {
  const { id, username } = await makeUser(options)
  const client = new TestClient()
  client.now = now
  await signInAgain({ username, client })
  return { id, username, email: `${username}@example.com`, client }
}

export function signInAgain({ username, client }: Pick<LinkOwner, 'username' | 'client'>, password?: string) {
  return client.request('POST', '/api/auth/login', { json: { username, password: password ?? testPassword } })
}

/** Returns the emails to an address, oldest first. */
export function mailsTo(address: string) {
  return testDb().select().from(mailOutbox).where(eq(mailOutbox.recipient, address)).orderBy(mailOutbox.id)
}

/**
 * Returns the tokens of a kind of link emailed to an address, newest last. Waits for at least `atLeast` of
 * them.
 */
export async function tokensTo(address: string, kind: LinkKind, atLeast = 1): Promise<string[]> {
  const start = `${testVars.SITE_ORIGIN}${pages[kind]}#`
  return vi.waitFor(async () => {
    const tokens = (await mailsTo(address)).flatMap(({ body }) => {
      const line = body.split('\n').find((text) => text.startsWith(start))
      return line === undefined ? [] : [line.slice(start.length)]
    })
    if (tokens.length < atLeast) throw new Error(`No link to ${address}`)
    return tokens
  })
}

/** Returns the token of the newest link of a kind emailed to an address. */
export async function tokenTo(address: string, kind: LinkKind, atLeast = 1): Promise<string> {
  return (await tokensTo(address, kind, atLeast)).at(-1) ?? ''
}

/** Returns the new address for an account that asked to change it. */
export function newAddressOf({ username }: Pick<LinkOwner, 'username'>): string {
  return `${username}@new.example.com`
}

/**
 * Requests a link of this kind by email, and returns its token. `times` is the number of such emails then.
 */
export async function askForLink(owner: LinkOwner, kind: LinkKind, times = 1): Promise<string> {
  const { client, email } = owner
  if (kind === 'verify') await client.request('POST', '/api/account/verification')
  else if (kind === 'reset') await client.request('POST', '/api/auth/forgot', { json: { email } })
  else {
    const json = { email: newAddressOf(owner), password: testPassword }
    await client.request('POST', '/api/account/email', { json })
  }
  return tokenTo(kind === 'email-new' ? newAddressOf(owner) : email, kind, times)
}

/** Sends a link's token, as its page does when the button is pressed. */
export function bringLink(client: TestClient, kind: LinkKind, token: string, headers: HeadersInit = {}) {
  if (kind === 'reset') {
    const json = { token, password: 'another password' }
    return client.request('POST', '/api/auth/reset', { json, headers })
  }
  const path = kind === 'verify' ? '/api/auth/verify-email' : '/api/auth/confirm-email'
  return client.request('POST', path, { json: { token }, headers })
}
