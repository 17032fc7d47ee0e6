import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { NewsIssue } from '#contract/schemas/site/newsletter'
import { newsConfirmMs } from '#contract/values/site/newsletter'
import { auditLog, mailOutbox, newsletterIssues, newsletterSubscribers } from '#db/schema'
import {
  confirm,
  leaveAddress,
  mailsTo,
  newAddress,
  newsMails,
  requestNews,
  subscribed,
  subscriberOf,
  tokenIn,
} from '#test/support/accounts/newsletter'
import { TestClient } from '#test/support/client'
import { jobContext, later } from '#test/support/context'
import { runAll } from '#test/support/cron'
import { emptySite } from '#test/support/empty-site'
import { changeSettings, makeUser, signInAs, testDb } from '#test/support/factories'
import { queueMail, sendDueMail } from '#worker/services/shared/mail/index'
import { queueNews } from '#worker/services/site/newsletter/index'

const db = testDb()

beforeEach(emptySite)

describe('asking for news', () => {
  it('mails a link, and the address gets news once somebody used it', async () => {
    const email = newAddress()
    expect((await requestNews(email)).status).toBe(202)
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    const [mail] = await mailsTo(email)
    expect((await subscriberOf(email))?.confirmedAt).toBeNull()
    expect(mail?.body).toMatch(
      /^http:\/\/localhost:8787\/confirm-newsletter#[\w-]{43}$|: http:\/\/localhost/m,
    )
    expect((await confirm(tokenIn(mail?.body))).status).toBe(200)
    expect((await subscriberOf(email))?.confirmedAt).toBeGreaterThan(0)
  })

  it('keeps a hash of the link alone', async () => {
    const email = newAddress()
    await requestNews(email)
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    const token = tokenIn((await mailsTo(email))[0]?.body)
    expect(token).toHaveLength(43)
    expect(JSON.stringify(await subscriberOf(email))).not.toContain(token)
  })

  it('answers the same to whoever gets them already, however it is spelt, and mails nothing', async () => {
    const known = await subscribed()
    const answers = await Promise.all([known.toUpperCase(), newAddress()].map((email) => requestNews(email)))
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(bodies[0]).toBe(bodies[1])
    await expect.poll(() => db.select().from(mailOutbox)).toHaveLength(1)
    expect(await mailsTo(known.toUpperCase())).toEqual([])
  })

  it('asked for again, the newer link is the one', async () => {
    const email = newAddress()
    await requestNews(email)
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    await requestNews(email)
    await expect.poll(() => mailsTo(email)).toHaveLength(2)
    const [newer, older] = await mailsTo(email)
    expect((await confirm(tokenIn(older?.body))).status).toBe(404)
    expect((await confirm(tokenIn(newer?.body))).status).toBe(200)
  })

  it('is forgotten when nobody confirms', async () => {
    const email = newAddress()
    await requestNews(email)
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    const stays = await subscribed()
    const ctx = await jobContext()
    const tenMinutes = 600_000
    await runAll({
      ...ctx,
      now: Math.ceil((ctx.now + newsConfirmMs) / tenMinutes) * tenMinutes + tenMinutes,
    })
    expect(await subscriberOf(email)).toBeUndefined()
    // The outbox has no list of addresses either.
    expect(await mailsTo(email)).toEqual([])
    expect(await subscriberOf(stays)).toBeDefined()
  })
})

describe('news', () => {
  const news = { subject: 'What is new', body: 'There are new videos for you to see.' }

  it('go to each who confirmed before, once, however often the job runs, each with a way out', async () => {
    const [first, second] = [await subscribed(), await subscribed()]
    await requestNews(newAddress())
    const boss = await makeUser({ isAdmin: true })
    const admin = await signInAs(boss)
    const response = await admin.request('POST', '/api/admin/news', { json: news })
    const issue = await response.json<NewsIssue>()
    expect([response.status, issue]).toEqual([
      201,
      expect.objectContaining({
        subject: news.subject,
        createdBy: boss.username,
        queued: 0,
        finishedAt: null,
      }),
    ])
    const ctx = later(await jobContext(), 1000)
    await Promise.all([queueNews(ctx), queueNews(ctx)])
    await queueNews(ctx)
    const mails = await newsMails()
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([first, second].sort())
    for (const { subject, body, leaves } of mails) {
      expect(subject).toBe(news.subject)
      expect(body).toContain(news.body)
      expect(leaves).toMatch(/^newsletter-\d+$/)
    }
    const [listed] = await admin.json<NewsIssue[]>('GET', '/api/admin/news')
    expect(listed).toMatchObject({ id: issue.id, queued: 2, finishedAt: expect.any(String) })
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, 'news.send'))
    expect([entry?.actorId, entry?.subjectId]).toEqual([boss.id, String(issue.id)])
  })

  it('go out a few at a time, and whoever leaves meanwhile gets none', async () => {
    const addresses = await Promise.all(Array.from({ length: 60 }, subscribed))
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    await admin.request('POST', '/api/admin/news', { json: news })
    const ctx = later(await jobContext(), 1000)
    expect(await queueNews(ctx)).toBe(50)
    const [waiting] = await newsMails()
    // Once before the email was sent, and once before it was written.
    const last = (await db.select().from(newsletterSubscribers)).at(-1)
    const leave = await leaveAddress(waiting?.leaves)
    expect((await new TestClient().request('POST', leave)).status).toBe(200)
    await db.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, last?.id ?? 0))
    expect(await queueNews(ctx)).toBe(9)
    expect(await queueNews(ctx)).toBe(0)
    const recipients = (await newsMails()).map(({ recipient }) => recipient)
    const stayed = addresses.filter((each) => each !== waiting?.recipient && each !== last?.email)
    expect(recipients.sort()).toEqual(stayed.sort())
  })

  it('clicked twice they are sent once, and by another not again', async () => {
    await subscribed()
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    const send = () => admin.request('POST', '/api/admin/news', { json: news })
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    await queueNews(later(await jobContext(), 1000))
    const other = await signInAs(await makeUser({ isAdmin: true }))
    expect((await other.request('POST', '/api/admin/news', { json: news })).status).toBe(409)
    expect(await db.select().from(newsletterIssues)).toHaveLength(1)
  })

  it('are refused without anybody to get them', async () => {
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    expect((await admin.request('POST', '/api/admin/news', { json: news })).status).toBe(409)
  })
})

describe('leaving', () => {
  async function aLink() {
    const email = await subscribed()
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    const news = { subject: 'What is new', body: `There are new videos. ${email}` }
    await admin.request('POST', '/api/admin/news', { json: news })
    await queueNews(later(await jobContext(), 1000))
    const mail = (await newsMails()).find(({ recipient }) => recipient === email)
    return { email, link: await leaveAddress(mail?.leaves) }
  }

  it('takes the form post of a mail program: from anywhere, without a cookie, while the site is closed', async () => {
    const { email, link } = await aLink()
    const program = new TestClient({ ageVerified: false })
    await changeSettings({ maintenanceMode: true, blockedRegions: ['FR'] })
    try {
      const response = await program.request('POST', link, {
        body: 'List-Unsubscribe=One-Click',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'cross-site',
          origin: 'https://mail.example',
          'x-test-region': 'FR',
        },
      })
      expect(response.status).toBe(200)
      expect(await subscriberOf(email)).toBeUndefined()
      // Pressing it again succeeds.
      expect((await program.request('POST', link)).status).toBe(200)
    } finally {
      await changeSettings({ maintenanceMode: false, blockedRegions: [] })
    }
  })

  it('forgets the address in what was sent, too, and no other mail to it', async () => {
    const { email, link } = await aLink()
    const ctx = await jobContext()
    await queueMail(ctx, { dedupeKey: `ban:${email}`, to: email, subject: 'Another mail', body: 'It stays.' })
    await sendDueMail({ ...later(ctx, 2000), mailer: { send: async () => {} } })
    expect((await mailsTo(email)).map(({ sentAt }) => sentAt !== null)).toEqual([true, true])
    await new TestClient().request('POST', link)
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Another mail'])
  })

  it('changes nothing when the link is only opened: a page with a button comes', async () => {
    const { email, link } = await aLink()
    const response = await new TestClient().get(link)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      link.replace('/api/newsletter/unsubscribe', '/unsubscribe'),
    ])
    expect(await subscriberOf(email)).toBeDefined()
  })

  it('never speaks for another subscription, or for one that comes later', async () => {
    const { email, link } = await aLink()
    const other = await subscribed()
    const number = (await subscriberOf(other))?.id
    const forged = link.replace(/-\d+/, `-${number}`)
    expect((await new TestClient().request('POST', forged)).status).toBe(404)
    expect(await subscriberOf(other)).toBeDefined()
    await new TestClient().request('POST', link)
    await db
      .insert(newsletterSubscribers)
      .values({ email, emailCanonical: email, requestedAt: 0, confirmedAt: 0 })
    await new TestClient().request('POST', link)
    expect(await subscriberOf(email)).toBeDefined()
  })
})
