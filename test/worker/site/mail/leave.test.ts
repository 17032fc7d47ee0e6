import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Preferences } from '#contract/schemas/accounts/account'
import { type MailKind, mailKinds } from '#contract/values/shared/notices'
import { mailOutbox, reports, users } from '#db/schema'
import { TestClient } from '#test/support/client'
import { jobContext, later } from '#test/support/context'
import { emptySite } from '#test/support/empty-site'
import { day, makeTerm, makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import type { Mail } from '#worker/integrations/mail/mailer'
import { remindOfEndingTerms } from '#worker/services/payments/subscription/index'
import { sendDueMail } from '#worker/services/shared/mail/index'
import { queueDigests } from '#worker/services/site/notices/index'

const db = testDb()
let person: { id: number; username: string }
let client: TestClient
let admin: TestClient

beforeEach(async () => {
  await emptySite()
  person = await makeUser()
  await makeTerm(person.id, Date.now() + day)
  client = await signInAs(person)
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

async function post(by: TestClient, path: string, json: object = {}): Promise<void> {
  const response = await by.request('POST', path, { json })
  expect([path, response.status]).toEqual([path, expect.toBeOneOf([200, 201, 204])])
}

/** By kind, what happens to be told about, and is emailed at once. */
const happenings: Record<MailKind, () => Promise<void>> = {
  async review() {
    const { id } = await makeVideo(person.id, { review: 'pending', waitingSince: Date.now() })
    await post(admin, `/api/admin/videos/${id}/approve`)
  },
  async report() {
    const { id } = await makeVideo((await makeUser()).id)
    await post(client, `/api/videos/${id}/report`, { reason: 'spam' })
    const [report] = await db.select().from(reports).where(eq(reports.videoId, id))
    await post(admin, `/api/admin/reports/${report?.id}/decide`, { decision: 'dismiss', note: 'Not spam.' })
  },
  // The term that everyone here has ends within a day.
  premium: async () => void (await remindOfEndingTerms(await jobContext())),
}

/** Sends what is due, and returns what goes to the person. */
async function sent(): Promise<Mail[]> {
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  const ctx = await jobContext()
  await sendDueMail({ ...later(ctx, 1000), mailer })
  return mails.filter(({ to }) => to === `${person.username}@example.com`)
}

const preferences = () => client.json<Preferences>('GET', '/api/account/preferences')

describe('emails at once', () => {
  it.each(mailKinds)(
    'about %s have a link that turns off exactly these, and work no more then',
    async (kind) => {
      const before = await preferences()
      await happenings[kind]()
      const [mail, ...others] = await sent()
      expect(others).toEqual([])
      const [, link = ''] = /^<http:\/\/[^/]+(.+)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '') ?? []
      expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
      expect(mail?.body).toContain(link.replace('/api/newsletter', ''))
      const program = new TestClient({ ageVerified: false })
      const click = () =>
        program.request('POST', link, {
          body: 'List-Unsubscribe=One-Click',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      for (const _ of [1, 2]) expect((await click()).status).toBe(200)
      expect(await preferences()).toEqual({
        ...before,
        notices: { ...before.notices, [kind]: { ...before.notices[kind], email: false } },
      })
      await db.delete(mailOutbox)
      await happenings[kind]()
      expect(await sent()).toEqual([])
    },
  )

  it('that are always sent have no link: a removal, a password, a report without an account', async () => {
    const { id } = await makeVideo(person.id)
    await post(admin, `/api/admin/videos/${id}/remove`, { reason: 'spam', note: 'It is spam.' })
    const other = await makeVideo((await makeUser()).id)
    await post(new TestClient(), `/api/videos/${other.id}/report`, {
      reason: 'spam',
      email: `${person.username}@example.com`,
    })
    const [report] = await db.select().from(reports).orderBy(desc(reports.id))
    await post(admin, `/api/admin/reports/${report?.id}/decide`, { decision: 'dismiss', note: 'Not spam.' })
    await new TestClient().request('POST', '/api/auth/forgot', {
      json: { email: `${person.username}@example.com` },
    })
    await expect.poll(() => db.select().from(mailOutbox)).toHaveLength(3)
    const mails = await sent()
    expect(mails).toHaveLength(3)
    for (const { body, headers } of mails)
      expect([body.includes('nsubscribe'), headers]).toEqual([false, undefined])
  })
})

describe('the daily email', () => {
  it.each(['review', 'report'] as const)('leaves out a %s that was emailed at once', async (kind) => {
    await db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, person.id))
    const choose = (email: boolean) =>
      client.request('PATCH', '/api/account/preferences', {
        json: { notices: { [kind]: { email, daily: true } } },
      })
    await choose(true)
    await happenings[kind]()
    // Turned off afterwards, as by the link in that very email.
    await choose(false)
    const ctx = await jobContext()
    const digests = async () =>
      (await db.select().from(mailOutbox)).filter(({ dedupeKey }) => dedupeKey.startsWith('digest:'))
    expect(await queueDigests(later(ctx, day + 60_000))).toBe(1)
    expect(await digests()).toEqual([])
    await db
      .update(users)
      .set({ digestedAt: ctx.now - 1 })
      .where(eq(users.id, person.id))
    await happenings[kind]()
    await queueDigests(later(ctx, day + 60_000))
    expect((await digests()).map(({ body }) => /- (\d+)/.exec(body)?.[1])).toEqual(['1'])
  })

  it('leaves out a removal, which is emailed at once whatever is off', async () => {
    await db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, person.id))
    await client.request('PATCH', '/api/account/preferences', {
      json: { notices: { review: { email: false, daily: true } } },
    })
    const { id } = await makeVideo(person.id)
    await post(admin, `/api/admin/videos/${id}/remove`, { reason: 'spam', note: 'It is spam.' })
    expect(await sent()).toHaveLength(1)
    expect(await queueDigests(later(await jobContext(), day + 60_000))).toBe(1)
    expect(await db.select().from(mailOutbox)).toHaveLength(1)
  })
})
