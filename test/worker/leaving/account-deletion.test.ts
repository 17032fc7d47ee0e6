import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountDeletion } from '#contract/schemas/accounts/account'
import type { User } from '#contract/schemas/accounts/auth'
import type { Video } from '#contract/schemas/videos/video'
import { mailTokens, sessions, users, videos } from '#db/schema'
import { holdOf, makeBoss, signInTo, statusOf } from '../../support/accounts/bans'
import { leave, over, type Person, start } from '../../support/accounts/leaving'
import { problemOf, TestClient } from '../../support/client'
import { jobContext, userContext } from '../../support/context'
import { runAll } from '../../support/cron'
import {
  ban,
  day,
  fillVideos,
  makeUser,
  makeVideo,
  testDb,
  testPassword,
  videoRow,
} from '../../support/factories'
import { mailsOf, signInAt } from '../../support/moderation/removals'
import { publishFixture } from '../../support/moderation/safety'

const db = testDb()

let person: Person
beforeEach(async () => {
  person = await makeUser()
})

const account = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0]

/** Signs in again, and returns the account from the response. */
async function comeBack(now: number): Promise<User> {
  const response = await signInTo(person.username, now)
  expect(response.status).toBe(200)
  return response.json<User>()
}

describe('leaving', () => {
  it('names the day, ends every session and says so by mail', async () => {
    const [phone, laptop] = [await signInAt(person, start), await signInAt(person, start)]
    const soon = { hash: `h-${person.id}`, kind: 'reset' as const, createdAt: start, expiresAt: start + day }
    await db.insert(mailTokens).values({ ...soon, userId: person.id, email: 'x' })
    const response = await phone.request('DELETE', '/api/account', { json: { password: testPassword } })
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    const answer = await response.json<AccountDeletion>()
    expect(answer).toEqual({ deleteAt: new Date(over).toISOString() })
    for (const client of [phone, laptop]) expect(await statusOf(client, '/api/auth/me')).toBe(401)
    expect(phone.cookie('__Host-session')).toBeUndefined()
    expect(await db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([])
    expect(await db.select().from(mailTokens).where(eq(mailTokens.userId, person.id))).toEqual([])
    const [mail, ...more] = await mailsOf(`leaving:${person.id}`)
    expect(more).toEqual([])
    expect(mail?.recipient).toBe(`${person.username}@example.com`)
  })

  it('hides the videos, their bytes included, and gives all of it back to whoever signs in', async () => {
    const mine = await makeVideo(person.id)
    const secret = await makeVideo(person.id, { isPublic: false })
    const visitor = new TestClient()
    visitor.now = start
    const { videoUrl } = await visitor.json<Video>('GET', `/api/videos/${mine.id}`)
    expect(await statusOf(visitor, videoUrl ?? '')).toBe(200)
    await leave(person)
    visitor.now = start + 30_000
    expect(await statusOf(visitor, `/api/videos/${mine.id}`)).toBe(404)
    expect(await statusOf(visitor, videoUrl ?? '')).toBe(404)
    expect([await holdOf(mine.id), await holdOf(secret.id)]).toEqual(['deletion', 'deletion'])

    expect(await comeBack(over - 1)).toMatchObject({ id: person.id, deletionEnded: true })
    expect([await holdOf(mine.id), await holdOf(secret.id)]).toEqual([null, null])
    expect(await account(person.id)).toMatchObject({ deleteAt: null, deletingAt: null })
    expect(await comeBack(over)).not.toHaveProperty('deletionEnded')
    await runAll(await jobContext(over + day))
    expect(await account(person.id)).toMatchObject({ username: person.username, deletingAt: null })
  })

  it('reaches every video of a large account, both ways', async () => {
    await fillVideos(person.id, 450)
    await leave(person)
    const rows = () =>
      db
        .select({ hold: videos.hold, revision: videos.revision })
        .from(videos)
        .where(eq(videos.userId, person.id))
    const left = await rows()
    expect(left.every(({ hold, revision }) => hold === 'deletion' && revision === 2)).toBe(true)
    await comeBack(start + day)
    const back = await rows()
    expect([back.length, back.every(({ hold }) => hold === null)]).toEqual([450, true])
  })

  it('reaches what was being published when it began, before anybody sees it', async () => {
    const publishing = await userContext(start)
    await db.update(users).set({ deleteAt: over }).where(eq(users.id, publishing.actor.id))
    const id = await publishFixture(publishing, 'ok.mp4')
    expect(await videoRow(id)).toMatchObject({ status: 'ready', hold: 'deletion' })
  })

  it('is gone on with by cron where a request died, in either direction', async () => {
    const [shown, hidden] = [await makeVideo(person.id), await makeVideo((await makeUser()).id)]
    await db.update(users).set({ deleteAt: over }).where(eq(users.id, person.id))
    await db.update(videos).set({ hold: 'deletion' }).where(eq(videos.id, hidden.id))
    await runAll(await jobContext(start))
    expect([await holdOf(shown.id), await holdOf(hidden.id)]).toEqual(['deletion', null])
  })

  it('leaves what a stronger reason holds, and asks for a ban when it ends', async () => {
    const boss = await makeBoss()
    const quarantined = await makeVideo(person.id, { hold: 'quarantine' })
    const free = await makeVideo(person.id)
    await leave(person)
    expect([await holdOf(quarantined.id), await holdOf(free.id)]).toEqual(['quarantine', 'deletion'])
    await boss.ban(person.id, 1)
    expect((await signInTo(person.username, start + 1000)).status).toBe(403)
    expect(await account(person.id)).toMatchObject({ deleteAt: over })
    await comeBack(start + 2 * day)
    expect([await holdOf(quarantined.id), await holdOf(free.id)]).toEqual(['quarantine', null])
  })

  it('is told once to two who ask at once', async () => {
    const client = await signInAt(person, start)
    const ask = () => client.copy().request('DELETE', '/api/account', { json: { password: testPassword } })
    const answers = await Promise.all([ask(), ask()])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBe(1)
    expect((await mailsOf(`leaving:${person.id}`)).length).toBe(1)
  })
})

describe('leaving is refused', () => {
  it('without the right password, and counts the tries', async () => {
    const client = await signInAt(person, start)
    const ask = (password: string) => client.request('DELETE', '/api/account', { json: { password } })
    expect(await problemOf(await ask('something else'))).toMatchObject({ code: 'bad_credentials' })
    for (let tries = 1; tries < 10; tries += 1) await ask('something else')
    expect((await ask(testPassword)).status).toBe(429)
    expect(await account(person.id)).toMatchObject({ deleteAt: null })
  })

  it('to the last administrator, leavers not counted', async () => {
    await db.update(users).set({ isAdmin: false })
    const [first, second] = [await makeBoss(), await makeBoss()]
    const ask = async (client: TestClient) =>
      client.request('DELETE', '/api/account', { json: { password: testPassword } })
    const answers = await Promise.all([ask(first.client), ask(second.client)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const stays = answers[0]?.status === 409 ? first : second
    expect((await stays.client.get('/api/admin/overview')).status).toBe(200)
    expect(await problemOf(await ask(stays.client))).toMatchObject({ code: 'conflict' })
  })

  it('to the last administrator who is not banned', async () => {
    await db.update(users).set({ isAdmin: false })
    const [stays, banned] = [await makeBoss(), await makeBoss()]
    await ban(banned.id)
    const ask = () => stays.client.request('DELETE', '/api/account', { json: { password: testPassword } })
    expect(await problemOf(await ask())).toMatchObject({ code: 'conflict' })
    await db.update(users).set({ banReason: null }).where(eq(users.id, banned.id))
    expect((await ask()).status).toBe(200)
  })

  it('once erasing has begun: then signing in is as unknown as any name', async () => {
    await leave(person)
    await db.update(users).set({ deletingAt: over }).where(eq(users.id, person.id))
    const known = await problemOf(await signInTo(person.username, over))
    const unknown = await problemOf(await signInTo('nobodyofthisname', over))
    expect(known).toEqual({ ...unknown, requestId: known.requestId })
    expect(await account(person.id)).toMatchObject({ deleteAt: over })
  })
})
