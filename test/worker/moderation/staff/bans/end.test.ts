import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminUser } from '#contract/schemas/moderation/users'
import type { Video } from '#contract/schemas/videos/video'
import { users } from '#db/schema'
import { type Boss, holdOf, makeBoss, signInTo, start, statusOf } from '#test/support/accounts/bans'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { runAll } from '#test/support/cron'
import { emptySite } from '#test/support/empty-site'
import { day, fillVideos, makeUser, makeVideo, testDb, videoRow } from '#test/support/factories'
import { auditOf } from '#test/support/moderation/removals'
import { mailsTo } from '#test/support/moderation/safety'

const db = testDb()

let boss: Boss
beforeEach(async () => {
  await emptySite()
  boss = await makeBoss()
})

describe('the end of a ban', () => {
  it('by hand lets the account in and gives its videos back as they were', async () => {
    const person = await makeUser()
    const shown = await makeVideo(person.id)
    const hidden = await makeVideo(person.id, { isPublic: false })
    await boss.ban(person.id)
    const answer = await boss.unban(person.id)
    expect(await answer.json<AdminUser>()).toMatchObject({ id: person.id, ban: null })
    expect((await signInTo(person.username, start)).status).toBe(200)
    expect(await statusOf(new TestClient(), `/api/videos/${shown.id}`)).toBe(200)
    expect(await statusOf(new TestClient(), `/api/videos/${hidden.id}`)).toBe(404)
    expect(await holdOf(hidden.id)).toBeNull()
    const [row] = await db.select().from(users).where(eq(users.id, person.id))
    expect([row?.banReason, row?.banUntil]).toEqual([null, null])
    expect((await auditOf('user', person.id)).map(({ action, details }) => [action, details])).toEqual([
      ['user.ban', '{"days":"for good","before":null,"after":{"until":null}}'],
      ['user.unban', '{"before":{"reason":"Spam, again.","until":null},"after":null}'],
    ])
    expect((await mailsTo(`${person.username}@example.com`)).map(({ subject }) => subject)).toEqual([
      'Your account was suspended',
      'Your account has been reinstated',
    ])
  })

  it('costs as much for each video of a large account as of a small one', async () => {
    const rowsRead = async (count: number) => {
      const person = await makeUser()
      await fillVideos(person.id, count)
      await boss.ban(person.id)
      return d1Cost(await boss.unban(person.id)).rowsRead
    }
    const few = await rowsRead(200)
    expect(await rowsRead(1600)).toBeLessThan(8.5 * few)
  })

  it('by its term lets the account in on the second, and gives its videos back with the next minute', async () => {
    const person = await makeUser()
    const { id } = await makeVideo(person.id)
    await boss.ban(person.id, 1)
    await runAll(await jobContext(start + day - 60_000))
    expect((await problemOf(await signInTo(person.username, start + day - 1))).code).toBe('banned')
    expect(await holdOf(id)).toBe('ban')
    expect((await signInTo(person.username, start + day)).status).toBe(200)
    await runAll(await jobContext(start + day))
    expect(await holdOf(id)).toBeNull()
    const [row] = await db.select().from(users).where(eq(users.id, person.id))
    expect(row?.banReason).toBeNull()
  })

  it('doesn’t give old addresses their bytes back', async () => {
    const person = await makeUser()
    const { id } = await makeVideo(person.id)
    const visitor = new TestClient()
    visitor.now = start
    const printed = await visitor.json<Video>('GET', `/api/videos/${id}`)
    expect(await statusOf(visitor, printed.videoUrl ?? '')).toBe(200)
    await boss.ban(person.id)
    await boss.unban(person.id)
    visitor.now = start + 30_000
    expect(await statusOf(visitor, printed.videoUrl ?? '')).toBe(404)
    const anew = await visitor.json<Video>('GET', `/api/videos/${id}`)
    expect(await statusOf(visitor, anew.videoUrl ?? '')).toBe(200)
  })
})

describe('cron', () => {
  it('holds what a ban has left, and lets the rest be', async () => {
    const [person, free] = [await makeUser(), await makeUser()]
    await boss.ban(person.id)
    // Uploaded while the ban was being applied.
    const late = await makeVideo(person.id)
    const other = await makeVideo(free.id)
    await runAll(await jobContext(start))
    expect([await holdOf(late.id), await holdOf(other.id)]).toEqual(['ban', null])
    expect((await videoRow(late.id))?.revision).toBe(2)
  })

  it('goes on with the end of a ban that was cut off, and not with one that came again', async () => {
    const [person, again] = [await makeUser(), await makeUser()]
    const video = await makeVideo(person.id)
    const kept = await makeVideo(again.id)
    for (const { id } of [person, again]) await boss.ban(id)
    // The state after an unban that was killed before it restored the videos.
    await db.update(users).set({ banUntil: start }).where(eq(users.id, person.id))
    await db.update(users).set({ banUntil: start }).where(eq(users.id, again.id))
    await boss.ban(again.id, 7, 'Once more.')
    await runAll(await jobContext(start))
    expect([await holdOf(video.id), await holdOf(kept.id)]).toEqual([null, 'ban'])
    const [row] = await db.select().from(users).where(eq(users.id, again.id))
    expect(row?.banReason).toBe('Once more.')
  })
})
