import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { accountMessages, linkMs } from '#contract/values/accounts/account'
import { emailChanges, mailTokens, users } from '#db/schema'
import { newAccount, signUp } from '#test/support/accounts/accounts'
import {
  askForLink,
  bringLink,
  type LinkOwner,
  linkOwner,
  mailsTo,
  newAddressOf,
  tokensTo,
  tokenTo,
} from '#test/support/accounts/links'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { settled, userContext } from '#test/support/context'
import { makeUser, randomLetters, testDb, testPassword } from '#test/support/factories'
import { askForEmail } from '#worker/services/accounts/email-address/change'
import type { UserActor } from '#worker/services/context'

const db = testDb()
const start = Date.UTC(2027, 2, 1)

async function accountOf({ id }: { id: number }) {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

/** Requests a change, and returns both of its links. */
async function askBoth(owner: LinkOwner, times = 1) {
  const old = await askForLink(owner, 'email-old', times)
  return { old, new: await tokenTo(newAddressOf(owner), 'email-new', times) }
}

async function confirm(token: string, client = new TestClient()) {
  const response = await bringLink(client, 'email-new', token, { 'x-test-now': String(start) })
  return response.ok ? await response.json<{ changed: boolean }>() : (await problemOf(response)).code
}

describe('a change of the email address', () => {
  it.each([
    ['old', 'new'],
    ['new', 'old'],
  ] as const)('is made when both have confirmed, %s before %s', async (first, second) => {
    const owner = await linkOwner(start)
    const tokens = await askBoth(owner)
    expect(await confirm(tokens[first])).toEqual({ changed: false })
    expect(await accountOf(owner)).toMatchObject({ email: owner.email, emailVerifiedAt: null })
    expect(await confirm(tokens[second])).toEqual({ changed: true })
    const email = newAddressOf(owner)
    expect(await accountOf(owner)).toMatchObject({ email, emailCanonical: email, emailVerifiedAt: start })
    expect((await owner.client.json<{ email: string }>('GET', '/api/auth/me')).email).toBe(email)
    expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual([
      'Confirm your new email address',
      'Your email address was changed',
    ])
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Please confirm your new email address',
    ])
    expect(await db.select().from(emailChanges).where(eq(emailChanges.userId, owner.id))).toEqual([])
  })

  it('makes every link void that was mailed before, which went to the old address', async () => {
    const owner = await linkOwner(start)
    const reset = await askForLink(owner, 'reset')
    const tokens = await askBoth(owner)
    await confirm(tokens.old)
    await confirm(tokens.new)
    expect((await bringLink(owner.client, 'reset', reset)).status).toBe(404)
    expect(await db.select().from(mailTokens).where(eq(mailTokens.userId, owner.id))).toEqual([])
  })

  it.each([
    ['old', 'new'],
    ['new', 'old'],
  ] as const)('is of the newest wish alone, where the %s address had confirmed', async (first, second) => {
    const owner = await linkOwner(start)
    const earlier = await askBoth(owner)
    expect(await confirm(earlier[first])).toEqual({ changed: false })
    const email = `${owner.username}@third.example.com`
    await owner.client.request('POST', '/api/account/email', { json: { email, password: testPassword } })
    const last = { old: await tokenTo(owner.email, 'email-old', 2), new: await tokenTo(email, 'email-new') }
    expect(await confirm(earlier.new)).toBe('not_found')
    // Both have to confirm this one too.
    expect(await confirm(last[second])).toEqual({ changed: false })
    expect(await confirm(last[first])).toEqual({ changed: true })
    expect(await accountOf(owner)).toMatchObject({ email })
  })

  it('keeps the letters as they were typed, and finds the account however they are', async () => {
    const owner = await linkOwner(start)
    const email = `${owner.username}@New.Example.com`
    await owner.client.request('POST', '/api/account/email', { json: { email, password: testPassword } })
    await confirm(await tokenTo(email, 'email-new'))
    await confirm(await tokenTo(owner.email, 'email-old'))
    expect(await accountOf(owner)).toMatchObject({ email, emailCanonical: email.toLowerCase() })
    await bringLink(new TestClient(), 'reset', await askForLink({ ...owner, email }, 'reset'))
  })

  it.each([
    ['old', 'new'],
    ['new', 'old'],
  ] as const)(
    'to an address that somebody takes meanwhile comes to nothing, %s before %s',
    async (first, second) => {
      const owner = await linkOwner(start)
      const tokens = await askBoth(owner)
      expect(await confirm(tokens[first])).toEqual({ changed: false })
      expect((await signUp(newAccount({ email: newAddressOf(owner) }))).status).toBe(201)
      expect(await confirm(tokens[second])).toBe('not_found')
      expect(await accountOf(owner)).toMatchObject({ email: owner.email })
    },
  )

  it('of two accounts to one address is made for the first', async () => {
    const [one, two] = [await linkOwner(start), await linkOwner(start)]
    const email = `${randomLetters(12)}@both.example.com`
    for (const { client } of [one, two])
      await client.request('POST', '/api/account/email', { json: { email, password: testPassword } })
    const toBoth = await tokensTo(email, 'email-new', 2)
    const olds = [await tokenTo(one.email, 'email-old'), await tokenTo(two.email, 'email-old')]
    for (const token of olds) expect(await confirm(token)).toEqual({ changed: false })
    const answers = [await confirm(toBoth[0] ?? ''), await confirm(toBoth[1] ?? '')]
    expect(answers).toEqual([{ changed: true }, 'not_found'])
    const emails = [(await accountOf(one))?.email, (await accountOf(two))?.email]
    expect(emails.filter((each) => each === email)).toHaveLength(1)
  })
})

describe('an address that is somebody else’s', () => {
  async function ask(email: string) {
    const ctx = await userContext(start)
    const { id, username } = await makeUser()
    const actor: UserActor = { ...ctx.actor, id, username, email: `${username}@example.com` }
    await settled({ ...ctx, actor }, (each) => askForEmail(each, { email, password: testPassword }))
    return { id, email: actor.email }
  }

  it('is told to its owner alone: the old address gets the same mail, whose link says the same', async () => {
    const { username } = await makeUser()
    const [taken, free] = [`${username}@example.com`, `${randomLetters(12)}@example.com`]
    const [ofTaken, ofFree] = [await ask(taken), await ask(free)]
    const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)
    expect(await subjects(ofTaken.email)).toEqual(await subjects(ofFree.email))
    expect(await subjects(taken)).toEqual(['Your email address is already in use'])
    expect(await subjects(free)).toEqual(['Please confirm your new email address'])
    expect((await mailsTo(taken))[0]?.body).not.toContain('#')
    for (const { email } of [ofTaken, ofFree])
      expect(await confirm(await tokenTo(email, 'email-old'))).toEqual({ changed: false })
    expect(await accountOf(ofTaken)).toMatchObject({ email: ofTaken.email })
  })

  it('is answered as any other, at the same cost', async () => {
    const { username } = await makeUser()
    const seen = []
    for (const email of [`${username}@example.com`, `${randomLetters(12)}@example.com`]) {
      const { client } = await linkOwner(start)
      const json = { email, password: testPassword }
      const response = await client.request('POST', '/api/account/email', { json })
      const headers = [...response.headers.keys()].filter((name) => name !== 'server-timing').sort()
      seen.push([response.status, await response.text(), headers, d1Cost(response)])
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]?.[0]).toBe(202)
  })

  it('is written to five times while a link lives, whoever asks', async () => {
    const { username } = await makeUser()
    const taken = `${username}@example.com`
    for (let times = 0; times < 7; times += 1) await ask(taken)
    expect(await mailsTo(taken)).toHaveLength(5)
  })
})

describe('a change of the email address is refused', () => {
  const refusal = async (owner: LinkOwner, json: unknown) =>
    problemOf(await owner.client.request('POST', '/api/account/email', { json }))

  it('without the password, for no address, and for the one that it is', async () => {
    const owner = await linkOwner(start)
    const email = newAddressOf(owner)
    expect((await refusal(owner, { email, password: 'wrong' })).code).toBe('bad_credentials')
    for (const json of [{ email }, { email: 'x', password: testPassword }, { password: testPassword }])
      expect((await refusal(owner, json)).code).toBe('invalid_input')
    const same = await refusal(owner, { email: owner.email.toUpperCase(), password: testPassword })
    expect(same.errors).toEqual([{ path: 'email', message: accountMessages.emailSame }])
    expect([...(await mailsTo(owner.email)), ...(await mailsTo(email))]).toEqual([])
  })

  it('to visitors, who have to sign in', async () => {
    const json = { email: 'new@example.com', password: testPassword }
    const response = await new TestClient().request('POST', '/api/account/email', { json })
    expect((await problemOf(response)).code).toBe('unauthenticated')
  })

  it('more than five times in an hour', async () => {
    const owner = await linkOwner(start)
    for (let times = 0; times < 5; times += 1) await askBoth(owner, times + 1)
    const sixth = await refusal(owner, { email: newAddressOf(owner), password: testPassword })
    expect(sixth.code).toBe('rate_limited')
  })

  it('once the session that asked has ended', async () => {
    const ctx = await userContext(start)
    const { id } = await makeUser()
    const stale = { ...ctx, actor: { ...ctx.actor, id, tokenVersion: 3 } }
    const email = `${randomLetters(12)}@example.com`
    await settled(stale, (each) => askForEmail(each, { email, password: testPassword }))
    expect(await mailsTo(email)).toEqual([])
    expect(await db.select().from(emailChanges).where(eq(emailChanges.userId, id))).toEqual([])
  })
})

it('half a confirmation is forgotten with the links', async () => {
  const owner = await linkOwner(start)
  const tokens = await askBoth(owner)
  await confirm(tokens.old)
  const late = String(start + linkMs['email-new'])
  const response = await bringLink(new TestClient(), 'email-new', tokens.new, { 'x-test-now': late })
  expect(response.status).toBe(404)
})
