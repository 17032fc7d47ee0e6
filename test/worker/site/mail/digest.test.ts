import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { mailOutbox, notices, users, videos } from '#db/schema'
import { TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { emptySite } from '#test/support/empty-site'
import { ban, changeSettings, day, makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'
import { tellFollowers } from '#test/support/notices'
import { leaveToken } from '#worker/services/shared/mail/index'
import { queueDigests } from '#worker/services/site/notices/index'

const db = testDb()
type Person = { id: number; username: string }
let person: Person
let client: TestClient
/** A time after everything that the tests prepare by the site's own clock. */
let start: number

beforeEach(async () => {
  await emptySite()
  person = await makeUser()
  await db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, person.id))
  client = await signInAs(person)
  start = Date.now()
})

const digests = async () =>
  (await db.select().from(mailOutbox)).filter(({ dedupeKey }) => dedupeKey.startsWith('digest:'))
const prefer = (json: unknown, who = client) => who.request('PATCH', '/api/account/preferences', { json })
const run = async (days: number) => queueDigests(await jobContext(start + days * day + 60_000))

/** Tells the person that a video was approved. */
async function decision(at = start): Promise<void> {
  const { id } = await makeVideo(person.id, { title: 'Plantedword' })
  await db.insert(notices).values({ userId: person.id, kind: 'review', outcome: 'approved', videoId: id, at })
}

async function comment(at = start): Promise<void> {
  const { id } = await makeVideo(person.id)
  const row = {
    userId: person.id,
    kind: 'comment',
    videoId: id,
    commentId: 1,
    actorId: person.id,
    at,
  } as const
  await db.insert(notices).values(row)
}

describe('the daily email', () => {
  it('is off by default', async () => {
    await decision()
    expect(await run(2)).toBe(0)
    expect(await digests()).toEqual([])
  })

  it('counts what is new of the kinds that were chosen, names nothing, and comes once a day', async () => {
    await prefer({ notices: { review: { daily: true }, video: { daily: true } } })
    const uploader = await makeUser()
    await makeVideo(uploader.id)
    await tellFollowers()
    await client.request('PUT', `/api/users/${uploader.id}/follow`)
    await makeVideo(uploader.id, { title: 'Plantedword' })
    await tellFollowers()
    await decision(Date.now())
    await decision(Date.now())
    await comment(Date.now())
    expect(await run(0.5)).toBe(0)
    for (const _ of [1, 2]) await run(1)
    const [mail, ...others] = await digests()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: `${person.username}@example.com`, subject: 'Your daily email' })
    expect(mail?.body).toContain(
      '- 1 video from someone you follow\n- 2 decisions about your videos or comments',
    )
    expect(mail?.body).not.toContain('with comments')
    expect(mail?.body).not.toContain('Plantedword')
    expect(mail?.body).not.toContain(uploader.username)
    expect(mail?.leaves).toBe(`digest-${person.id}`)
    // Nothing new since.
    expect(await run(2)).toBe(1)
    expect(await digests()).toHaveLength(1)
    await comment(start + 2.5 * day)
    await decision(start + 2.5 * day)
    await run(3.1)
    expect((await digests())[1]?.body).toContain('- 1 decision about your videos or comments')
  })

  it('leaves out what is off on the site, and comments where the site has none', async () => {
    await prefer({ notices: { review: { daily: true }, comment: { daily: true } } })
    await comment(Date.now())
    await prefer({ notices: { review: { site: false } } })
    expect(await client.json('GET', '/api/account/preferences')).toMatchObject({
      notices: { review: { site: false, daily: false } },
    })
    await decision(Date.now())
    await run(1)
    expect(await digests()).toEqual([])
    await changeSettings({ commentsEnabled: true })
    await comment(start + 1.5 * day)
    await run(2.1)
    await changeSettings({ commentsEnabled: false })
    const [mail] = await digests()
    expect(mail?.body).toContain('- 1 video of yours with comments')
    expect(mail?.body).not.toContain('decision')
  })

  it('leaves out what was read, and what may not be known any more', async () => {
    await prefer({ notices: { review: { daily: true }, video: { daily: true } } })
    const uploader = await makeUser()
    await makeVideo(uploader.id)
    await tellFollowers()
    await client.request('PUT', `/api/users/${uploader.id}/follow`)
    const [hidden, read] = [await makeVideo(uploader.id), await makeVideo(uploader.id)]
    await tellFollowers()
    await db.update(videos).set({ hold: 'quarantine' }).where(eq(videos.id, hidden.id))
    await decision(Date.now())
    const [update] = await db.select().from(notices)
    const json = { ids: [`v${read.id}`, `n${update?.id}`] }
    expect(await client.json('POST', '/api/notifications/read', json)).toEqual({ unread: 0 })
    expect(await run(1)).toBe(1)
    expect(await digests()).toEqual([])
  })

  it('leaves out what was marked as read with all the rest', async () => {
    await prefer({ notices: { review: { daily: true } } })
    const at = (minutes: number) => start + minutes * 60_000
    for (const minutes of [10, 30]) await decision(at(minutes))
    client.now = at(40)
    await client.request('POST', '/api/notifications/read', {
      json: { upTo: new Date(at(20)).toISOString() },
    })
    expect(await run(1)).toBe(1)
    expect((await digests()).map(({ body }) => /- .*decision.*/.exec(body)?.[0])).toEqual([
      '- 1 decision about your videos or comments',
    ])
  })

  it('goes to confirmed addresses alone, and to nobody who is banned or leaving', async () => {
    await prefer({ notices: { review: { daily: true } } })
    for (const change of [
      () => db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, person.id)),
      () => ban(person.id),
      () =>
        db
          .update(users)
          .set({ deleteAt: start + 9 * day })
          .where(eq(users.id, person.id)),
    ]) {
      await db.update(users).set({ emailVerifiedAt: 1, banReason: null, deleteAt: null, digestedAt: start })
      await decision(Date.now())
      await change()
      expect(await run(1)).toBe(1)
      expect(await digests()).toEqual([])
    }
  })

  it('ends with its own link, which is no link of the newsletter, and with all emails', async () => {
    await prefer({ notices: { review: { daily: true } } })
    await decision(Date.now())
    await run(1)
    const token = leaveToken(await jobContext(), (await digests())[0]?.leaves ?? '')
    const leave = (given: string) =>
      new TestClient().request('POST', `/api/newsletter/unsubscribe?token=${given}`, {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await leave(token.replace('digest', 'newsletter'))).status).toBe(404)
    expect((await leave(token.replace(String(person.id), String(person.id + 1)))).status).toBe(404)
    for (const _ of [1, 2]) expect((await leave(token)).status).toBe(200)
    await decision(start + 1.5 * day)
    expect(await run(3)).toBe(0)
    await prefer({ notices: { review: { daily: true } } })
    await prefer({ emailNotifications: false })
    expect(await run(9)).toBe(0)
    expect(await digests()).toHaveLength(1)
  })

  it('is sent to everyone whose turn it is, in slices', async () => {
    const ids: number[] = []
    for (let count = 0; count < 53; count += 1) ids.push((await makeUser()).id)
    for (const id of ids) {
      await db
        .update(users)
        .set({ digestKinds: ['report'], digestedAt: start, emailVerifiedAt: 1 })
        .where(eq(users.id, id))
      await db.insert(notices).values({ userId: id, kind: 'report', outcome: 'upheld', at: start + 1 })
    }
    expect([await run(1), await run(1), await run(1)]).toEqual([50, 3, 0])
    expect(await digests()).toHaveLength(53)
  })
})
