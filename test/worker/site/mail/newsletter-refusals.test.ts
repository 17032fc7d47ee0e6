import { describe, expect, it } from 'vitest'
import { accountMessages } from '#contract/values/accounts/account'
import { newsConfirmMs } from '#contract/values/site/newsletter'
import { confirm, mailsTo, newAddress, requestNews, tokenIn } from '#test/support/accounts/newsletter'
import { problemOf, TestClient } from '#test/support/client'
import { makeUser, signInAs } from '#test/support/factories'

async function freshToken(): Promise<string> {
  const email = newAddress()
  await requestNews(email)
  await expect.poll(() => mailsTo(email)).toHaveLength(1)
  return tokenIn((await mailsTo(email))[0]?.body)
}

describe('asking for news', () => {
  it.each(['', 'nobody', 'a b@example.com', 'a@b', `${'a'.repeat(250)}@example.com`])(
    'refuses %j for an address',
    async (email) => {
      const response = await requestNews(email)
      expect([response.status, (await problemOf(response)).errors?.[0]?.path]).toEqual([400, 'email'])
    },
  )

  it('refuses a field that it doesn’t know, and another site', async () => {
    const client = new TestClient()
    const json = { email: newAddress(), confirmed: true }
    expect((await client.request('POST', '/api/newsletter', { json })).status).toBe(400)
    const headers = { 'sec-fetch-site': 'cross-site' }
    const body = { json: { email: newAddress() }, headers }
    expect((await client.request('POST', '/api/newsletter', body)).status).toBe(403)
  })

  it('fills nobody’s box: three a day for an address, wherever they come from', async () => {
    const email = newAddress()
    const asked = () => requestNews(email).then(({ status }) => status)
    expect([await asked(), await asked(), await asked(), await asked()]).toEqual([202, 202, 202, 429])
  })

  it('lets one place ask five times an hour', async () => {
    const client = new TestClient()
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) {
      statuses.push((await requestNews(newAddress(), client)).status)
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  })
})

describe('the link that confirms', () => {
  it('is dead when it was used, is late, or never was: one answer', async () => {
    const used = await freshToken()
    expect((await confirm(used)).status).toBe(200)
    const late = new TestClient()
    late.now = Date.now() + newsConfirmMs + 1000
    const answers = [
      await confirm(used),
      await confirm(await freshToken(), late),
      await confirm('x'.repeat(43)),
    ]
    const [first, ...others] = await Promise.all(
      answers.map(async (answer) => [answer.status, await answer.text()] as const),
    )
    expect(first?.[0]).toBe(404)
    expect(first?.[1]).toContain(accountMessages.linkDead)
    for (const other of others) expect(other).toEqual(first)
  })

  it('used twice at once, it is used once', async () => {
    const token = await freshToken()
    const statuses = (await Promise.all([confirm(token), confirm(token)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 404])
  })

  it('names the configured site, whatever Host the request had', async () => {
    const email = newAddress()
    const client = new TestClient()
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    await client.request('POST', '/api/newsletter', { json: { email }, headers })
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    const [mail] = await mailsTo(email)
    expect(mail?.body).toContain('http://localhost:8787/confirm-newsletter#')
    expect(mail?.body).not.toContain('evil')
  })
})

describe('the link that unsubscribes', () => {
  it.each(['', '1', '1.', `1.${'A'.repeat(22)}`, `0.${'A'.repeat(22)}`, `1.${'A'.repeat(23)}`])(
    'refuses %j as it does any',
    async (token) => {
      const response = await new TestClient().request('POST', `/api/newsletter/unsubscribe?token=${token}`)
      expect([response.status, (await problemOf(response)).detail]).toEqual([404, accountMessages.linkDead])
    },
  )
})

describe('writing news', () => {
  it.each([
    { subject: 'Hi', body: 'There are new videos for you.' },
    { subject: 'What is new', body: 'Too short' },
    { subject: 'x'.repeat(121), body: 'There are new videos for you.' },
    { subject: 'What is new\r\nBcc: a@example.com', body: 'There are new videos for you.' },
    { subject: 'What is new', body: 'There are new videos for you.', to: 'a@example.com' },
  ])('refuses %j', async (json) => {
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    expect((await admin.request('POST', '/api/admin/news', { json })).status).toBe(400)
  })

  it('is an administrator’s, with a password typed lately', async () => {
    const json = { subject: 'What is new', body: 'There are new videos for you.' }
    const client = await signInAs(await makeUser())
    expect((await client.request('POST', '/api/admin/news', { json })).status).toBe(403)
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    admin.now = Date.now() + 3 * 3600_000
    const response = await admin.request('POST', '/api/admin/news', { json })
    expect((await problemOf(response)).code).toBe('password_required')
  })
})
