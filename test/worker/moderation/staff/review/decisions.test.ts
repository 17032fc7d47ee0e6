import { like } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import type { Video } from '#contract/schemas/videos/video'
import { rejectionReasons } from '#contract/values/moderation/reasons'
import { mailOutbox } from '#db/schema'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { problemOf, type TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'
import { auditOf } from '#test/support/moderation/removals'
import { decide, isPublic, type Verdict } from '#test/support/moderation/review'
import { revokedBelow } from '#test/support/moderation/revoked-below'

const db = testDb()
const owner = ownerOfVideos()
let first: TestClient
let second: TestClient
let firstName: string

beforeAll(async () => {
  const user = await makeUser({ isAdmin: true })
  firstName = user.username
  first = await signInAs(user)
  second = await signInAs(await makeUser({ isAdmin: true }))
})

function pending(change: Parameters<typeof makeVideo>[1] = {}) {
  return makeVideo(owner.id, { review: 'pending', waitingSince: Date.now(), ...change })
}

function rejectionsOf(id: number) {
  return db
    .select()
    .from(mailOutbox)
    .where(like(mailOutbox.dedupeKey, `video:${id}:rejected:%`))
}

describe('an approval', () => {
  it('shows the video, takes it off the queue and is on record', async () => {
    const { id } = await pending()
    expect(await isPublic(id)).toBe(false)
    const response = await decide(first, 'approve', id)
    expect(response.status).toBe(200)
    expect(await response.json<AdminVideo>()).toMatchObject({ id, review: 'approved', waitingSince: null })
    expect(await isPublic(id)).toBe(true)
    const [entry] = await auditOf('video', id)
    expect(entry?.action).toBe('video.approve')
    expect(JSON.parse(entry?.details ?? '')).toEqual({
      before: { review: 'pending', isPublic: true, reason: null },
      after: { review: 'approved', isPublic: true, reason: null },
    })
  })

  it('works without a body', async () => {
    const { id } = await pending()
    expect((await first.request('POST', `/api/admin/videos/${id}/approve`)).status).toBe(200)
    expect((await videoRow(id))?.review).toBe('approved')
  })

  it('leaves private what its owner keeps private', async () => {
    const { id } = await pending({ isPublic: false })
    await decide(first, 'approve', id)
    expect(await videoRow(id)).toMatchObject({ review: 'approved', isPublic: false })
  })
})

describe('a rejection', () => {
  it('hides the video, revokes what was printed, and tells its owner why on the site and by mail', async () => {
    const video = await makeVideo(owner.id, { title: 'A secret title' })
    const { id, revision } = video
    const json = { reason: 'misleading', note: 'It shows a cat.', revision }
    expect((await decide(first, 'reject', id, json)).status).toBe(200)
    const words = `${rejectionReasons.misleading} It shows a cat.`
    expect(await videoRow(id)).toMatchObject({
      review: 'rejected',
      isPublic: false,
      publicBefore: true,
      reason: words,
    })
    expect([await revokedBelow(video.sourceKey), await revokedBelow(video.posterKey)]).toEqual([2, 2])
    expect(await isPublic(id)).toBe(false)
    expect(await owner.client.json<Video>('GET', `/api/videos/${id}`)).toMatchObject({ reason: words })
    const [mail, ...others] = await rejectionsOf(id)
    expect(others).toEqual([])
    expect(mail?.subject).not.toContain('secret')
    expect(mail?.body).toContain(words)
    expect(mail?.body).toContain(`/edit-video/${id}`)
    const [entry] = await auditOf('video', id)
    expect(entry).toMatchObject({ action: 'video.reject', reason: words })
    expect(JSON.parse(entry?.details ?? '')).toMatchObject({
      before: { review: 'approved', isPublic: true },
      after: { review: 'rejected', isPublic: false },
    })
  })

  it('works without a body, with the reason that says least', async () => {
    const { id } = await pending()
    expect((await first.request('POST', `/api/admin/videos/${id}/reject`)).status).toBe(200)
    expect((await videoRow(id))?.reason).toBe(rejectionReasons.other)
  })
})

describe('two moderators', () => {
  it.each<[Verdict, Verdict]>([
    ['approve', 'reject'],
    ['reject', 'approve'],
    ['approve', 'approve'],
    ['reject', 'reject'],
  ])('of whom the first says %s: the second, who says %s, is told', async (one, other) => {
    const { id, revision } = await pending()
    expect((await decide(first, one, id, { revision })).status).toBe(200)
    const before = await videoRow(id)
    const answer = await decide(second, other, id, { revision })
    expect(answer.status).toBe(409)
    const verb = one === 'approve' ? 'approved' : 'rejected'
    expect((await problemOf(answer)).detail).toBe(`${firstName} ${verb} this video already.`)
    expect(await videoRow(id)).toEqual(before)
    expect(await auditOf('video', id)).toHaveLength(1)
    expect(await rejectionsOf(id)).toHaveLength(one === 'reject' ? 1 : 0)
  })

  it('at the same moment: one decision, one record', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, revision } = await pending()
      const answers = await Promise.all([
        decide(first, 'approve', id, { revision }),
        decide(second, 'reject', id, { revision }),
        decide(first, 'reject', id),
        decide(second, 'approve', id),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const row = await videoRow(id)
      expect(row?.revision).toBe(revision + 1)
      const [entry, ...others] = await auditOf('video', id)
      expect(others).toEqual([])
      expect(entry?.action).toBe(row?.review === 'approved' ? 'video.approve' : 'video.reject')
      expect(await rejectionsOf(id)).toHaveLength(row?.review === 'rejected' ? 1 : 0)
    }
  })

  it('may decide anew about what they looked at as it is', async () => {
    const { id } = await pending()
    const rejected = await (await decide(first, 'reject', id)).json<AdminVideo>()
    const again = await decide(second, 'approve', id, { revision: rejected.revision })
    expect(again.status).toBe(200)
    expect(await videoRow(id)).toMatchObject({ review: 'approved', isPublic: true, publicBefore: null })
  })

  it('are told when the owner put another file in between', async () => {
    const { id, revision } = await pending()
    await owner.client.request('PATCH', `/api/videos/${id}`, { json: { isPremium: false, isPublic: false } })
    const answer = await decide(first, 'approve', id, { revision })
    expect([answer.status, (await problemOf(answer)).detail]).toEqual([
      409,
      'This video has changed since you opened it. Please review it again.',
    ])
  })
})
