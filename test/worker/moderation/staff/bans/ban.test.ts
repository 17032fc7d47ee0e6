import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminUser } from '#contract/schemas/moderation/users'
import type { Video } from '#contract/schemas/videos/video'
import { videos } from '#db/schema'
import { type Boss, holdOf, makeBoss, signInTo, start, statusOf } from '#test/support/accounts/bans'
import { problemOf, TestClient } from '#test/support/client'
import { userContext } from '#test/support/context'
import { day, fillVideos, makeCategory, makeUser, makeVideo, testDb, videoRow } from '#test/support/factories'
import { auditOf, signInAt } from '#test/support/moderation/removals'
import { mailsTo, publishFixture } from '#test/support/moderation/safety'
import { addLadder } from '#test/support/videos/ladder'

const db = testDb()

let boss: Boss
beforeEach(async () => {
  boss = await makeBoss()
})

describe('a ban', () => {
  it('ends the account’s sessions with the next request, and says so at the door', async () => {
    const person = await makeUser()
    const [phone, laptop] = [await signInAt(person, start), await signInAt(person, start)]
    const answer = await (await boss.ban(person.id, 7)).json<AdminUser>()
    const until = new Date(start + 7 * day).toISOString()
    expect(answer).toMatchObject({ id: person.id, ban: { reason: 'Spam, again.', until } })
    for (const client of [phone, laptop]) expect(await statusOf(client, '/api/auth/me')).toBe(401)
    const problem = await problemOf(await signInTo(person.username, start))
    expect([problem.code, problem.detail]).toEqual([
      'banned',
      `This account is suspended until ${until.slice(0, 10)}: Spam, again.`,
    ])
  })

  it('hides the account’s videos from everybody, lists included, but not from administrators', async () => {
    const person = await makeUser()
    const categoryId = await makeCategory()
    const owner = await signInAt(person, start)
    const { id } = await makeVideo(person.id, { categoryId })
    const visitor = new TestClient()
    const list = `/api/videos?categoryId=${categoryId}`
    expect((await visitor.json<Video[]>('GET', list)).map((video) => video.id)).toEqual([id])
    await boss.ban(person.id)
    expect(await visitor.json('GET', list)).toEqual([])
    for (const client of [visitor, owner]) expect(await statusOf(client, `/api/videos/${id}`)).toBe(404)
    expect(await boss.client.json('GET', `/api/videos/${id}`)).toMatchObject({ id, hold: 'ban' })
  })

  it('stops every byte behind addresses that were printed before it', async () => {
    const person = await makeUser()
    const video = await makeVideo(person.id)
    await addLadder(video)
    const visitor = new TestClient()
    visitor.now = start
    const shown = await visitor.json<Video>('GET', `/api/videos/${video.id}`)
    const addresses = [
      shown.videoUrl,
      shown.thumbnailUrl,
      shown.previewUrl,
      shown.storyboard?.url,
      ...(shown.sources ?? []).map(({ url }) => url),
    ].filter((url) => url != null)
    expect(addresses.length).toBeGreaterThanOrEqual(4)
    for (const url of addresses) expect([url, await statusOf(visitor, url)]).toEqual([url, 200])
    await boss.ban(person.id)
    visitor.now = start + 30_000
    for (const url of addresses) expect([url, await statusOf(visitor, url)]).toEqual([url, 404])
  })

  it('ends what the account’s own token opened', async () => {
    const person = await makeUser({ premiumUntil: start + 30 * day })
    const member = await signInAt(person, start)
    const { id } = await makeVideo((await makeUser()).id, { isPremium: true })
    const { videoUrl } = await member.json<Video>('GET', `/api/videos/${id}`)
    expect(await statusOf(member, videoUrl ?? '')).toBe(200)
    await boss.ban(person.id)
    member.now = start + 10_000
    expect(await statusOf(member, videoUrl ?? '')).toBe(403)
  })

  it('leaves what is held for a stronger reason as it is, and other people’s videos alone', async () => {
    const [person, other] = [await makeUser(), await makeUser()]
    const held = await Promise.all(
      (['quarantine', 'removed', 'deletion'] as const).map((hold) => makeVideo(person.id, { hold })),
    )
    const theirs = await makeVideo(other.id)
    await boss.ban(person.id)
    await boss.unban(person.id)
    expect(await Promise.all(held.map(({ id }) => holdOf(id)))).toEqual(['quarantine', 'removed', 'deletion'])
    expect(await holdOf(theirs.id)).toBeNull()
  })

  it('reaches every video of a large account', async () => {
    const person = await makeUser()
    await fillVideos(person.id, 450)
    await boss.ban(person.id)
    const left = await db
      .select({ hold: videos.hold, revision: videos.revision })
      .from(videos)
      .where(eq(videos.userId, person.id))
    expect(left.length).toBe(450)
    expect(left.every(({ hold, revision }) => hold === 'ban' && revision === 2)).toBe(true)
    await boss.unban(person.id)
    expect(
      await db
        .select()
        .from(videos)
        .where(and(eq(videos.userId, person.id), eq(videos.hold, 'ban'))),
    ).toEqual([])
  })

  it('reaches what was being published when it came, before anybody sees it', async () => {
    const publishing = await userContext()
    await boss.ban(publishing.actor.id)
    const id = await publishFixture(publishing, 'ok.mp4')
    expect(await videoRow(id)).toMatchObject({ status: 'ready', hold: 'ban' })
    expect(await statusOf(new TestClient(), `/api/videos/${id}`)).toBe(404)
    await boss.unban(publishing.actor.id)
    expect(await statusOf(new TestClient(), `/api/videos/${id}`)).toBe(200)
  })

  it('is written down, and mailed once with its reason and its end', async () => {
    const person = await makeUser()
    await boss.ban(person.id, 1)
    expect(await auditOf('user', person.id)).toEqual([
      expect.objectContaining({
        action: 'user.ban',
        subject: 'user',
        actorId: boss.id,
        reason: 'Spam, again.',
        at: start,
        details: JSON.stringify({
          days: 1,
          before: null,
          after: { until: new Date(start + day).toISOString() },
        }),
      }),
    ])
    const [mail, ...more] = await mailsTo(`${person.username}@example.com`)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Your account was suspended')
    expect(mail?.body).toContain('The reason: Spam, again.')
    expect(mail?.body).toContain('(UTC). It will be reinstated automatically.')
  })
})
