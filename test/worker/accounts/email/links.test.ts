import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { accountMessages, type LinkKind, linkMs } from '#contract/values/accounts/account'
import { mailTokens, users } from '#db/schema'
import {
  askForLink,
  bringLink,
  type LinkOwner,
  linkOwner,
  mailsTo,
  signInAgain,
} from '#test/support/accounts/links'
import { problemOf, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { testDb, testPassword } from '#test/support/factories'
import { pruneExpired } from '#worker/jobs/prune'
import { hashOf } from '#worker/services/accounts/mail-links/tokens'

const db = testDb()
const start = Date.UTC(2027, 2, 1)
const kinds = Object.keys(linkMs) as LinkKind[]

function visitorAt(now: number): TestClient {
  const client = new TestClient()
  client.now = now
  return client
}

/** Returns everything that a response reveals to its caller. */
async function said(response: Response) {
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
}

/** Returns the response to a link that never existed. */
async function nothing(kind: LinkKind) {
  return said(await bringLink(visitorAt(start), kind, hashOf('nobody was sent this')))
}

it('says that a link is no longer good in one way, whatever it was for', async () => {
  const answers = await Promise.all(kinds.map(nothing))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  const problem = await problemOf(await bringLink(visitorAt(start), 'verify', 'x'))
  expect(problem).toMatchObject({ status: 404, code: 'not_found', detail: accountMessages.linkDead })
})

describe.each(kinds)('a link of the kind %s', (kind) => {
  /**
   * Ends the effect of an emailed link, or uses it where it has none. Returns the caller unless that is a
   * visitor.
   */
  const ends: Record<string, (owner: LinkOwner, token: string) => Promise<TestClient | undefined>> = {
    'that was used': async (_, token) => {
      expect((await bringLink(visitorAt(start), kind, token)).ok).toBe(true)
      return undefined
    },
    'that is late': async () => visitorAt(start + linkMs[kind]),
    'brought by another account': async () => (await linkOwner(start)).client,
    'from before a change of the password': async ({ client }) => {
      const json = { currentPassword: testPassword, newPassword: 'a newer password' }
      expect((await client.request('POST', '/api/account/password', { json })).status).toBe(204)
      return client
    },
    'from before a new password by mail': async (owner) => {
      const token = await askForLink(owner, 'reset', kind === 'reset' ? 2 : 1)
      expect((await bringLink(visitorAt(start), 'reset', token)).status).toBe(200)
      return undefined
    },
    'from before a sign-out everywhere': async ({ client }) => {
      expect((await client.request('POST', '/api/auth/logout-everywhere')).status).toBe(204)
      return undefined
    },
    'from before a ban': async ({ id }) => {
      const admin = await linkOwner(start, { isAdmin: true })
      const json = { reason: 'Spam.', days: 1 }
      const path = `/api/admin/users/${id}/ban`
      expect((await admin.client.request('POST', path, { json })).status).toBe(200)
      return undefined
    },
    'from before a newer one': async (owner) => {
      await askForLink(owner, kind, 2)
      return owner.client
    },
    'of an account that is being erased': async ({ id }) => {
      await db.update(users).set({ deletingAt: start }).where(eq(users.id, id))
      return undefined
    },
  }

  it.each(Object.entries(ends))('%s does nothing, and says so in the same words', async (_, end) => {
    const owner = await linkOwner(start)
    const token = await askForLink(owner, kind)
    const brings = (await end(owner, token)) ?? visitorAt(start)
    const before = await rowOf(owner.id)
    expect(await said(await bringLink(brings, kind, token))).toEqual(await nothing(kind))
    expect(await rowOf(owner.id)).toEqual(before)
  })

  it('brought to another host does nothing, and is good at ours', async () => {
    const owner = await linkOwner(start)
    const token = await askForLink(owner, kind)
    for (const host of ['evil.example', 'localhost', 'localhost:8788', 'localhost:8787.evil.example'])
      expect(await said(await bringLink(visitorAt(start), kind, token, { host }))).toEqual(
        await nothing(kind),
      )
    expect((await bringLink(visitorAt(start), kind, token, { host: 'localhost:8787' })).ok).toBe(true)
  })

  it('does nothing where links of other kinds are brought', async () => {
    const owner = await linkOwner(start)
    const token = await askForLink(owner, kind)
    const others = kinds.filter((other) => other.slice(0, 5) !== kind.slice(0, 5))
    for (const other of others)
      expect(await said(await bringLink(visitorAt(start), other, token))).toEqual(await nothing(kind))
    expect((await bringLink(visitorAt(start), kind, token)).ok).toBe(true)
  })

  it('brought twice at once has one effect', async () => {
    const owner = await linkOwner(start)
    const token = await askForLink(owner, kind)
    const answers = await Promise.all([1, 2, 3].map(() => bringLink(visitorAt(start), kind, token)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([kind === 'verify' ? 204 : 200, 404, 404])
  })

  it('is good for its owner until the last moment, and kept as a hash alone', async () => {
    const owner = await linkOwner(start)
    const token = await askForLink(owner, kind)
    const rows = await db.select().from(mailTokens).where(eq(mailTokens.userId, owner.id))
    expect(rows.find((row) => row.kind === kind)).toMatchObject({
      hash: hashOf(token),
      expiresAt: start + linkMs[kind],
    })
    expect(JSON.stringify(rows)).not.toContain(token)
    owner.client.now = start + linkMs[kind] - 1
    await signInAgain(owner)
    expect((await bringLink(owner.client, kind, token)).ok).toBe(true)
  })

  it('leads to the configured address, whatever host it was asked for at', async () => {
    const owner = await linkOwner(start)
    const { client } = owner
    const asked = client.request.bind(client)
    client.request = (method, path, init = {}) =>
      asked(method, path, { ...init, headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } })
    await askForLink(owner, kind)
    const mails = await mailsTo(kind === 'email-new' ? `${owner.username}@new.example.com` : owner.email)
    for (const { body } of mails) expect(body).not.toContain('evil.example')
  })
})

it('late links are forgotten, and with them the wish for another address', async () => {
  const owner = await linkOwner(start)
  for (const kind of ['reset', 'email-old'] as const) await askForLink(owner, kind)
  const left = async () =>
    (await db.select().from(mailTokens).where(eq(mailTokens.userId, owner.id))).map(({ kind }) => kind).sort()
  await pruneExpired(await jobContext(start + linkMs.reset - 1))
  expect(await left()).toEqual(['email-new', 'email-old', 'reset'])
  await pruneExpired(await jobContext(start + linkMs.reset))
  expect(await left()).toEqual([])
})

async function rowOf(id: number) {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}
