import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import type { Video } from '#contract/schemas/videos/video'
import { ownerOfVideos } from '#test/support/accounts/owner'
import type { TestClient } from '#test/support/client'
import { changeSettings, makeUpload, makeUser, makeVideo, signInAs, videoRow } from '#test/support/factories'
import { auditOf } from '#test/support/moderation/removals'
import { decide, isPublic } from '#test/support/moderation/review'

const owner = ownerOfVideos()
let first: TestClient
let second: TestClient

beforeAll(async () => {
  first = await signInAs(await makeUser({ isAdmin: true }))
  second = await signInAs(await makeUser({ isAdmin: true }))
})

afterEach(() => changeSettings({ requireContentApproval: false }))

function pending() {
  return makeVideo(owner.id, { review: 'pending' })
}

function resubmit(id: number, client = owner.client) {
  return client.request('POST', `/api/videos/${id}/resubmit`)
}

describe.each(['pending', 'rejected'] as const)('what is made from a film that is %s', (review) => {
  it.each([
    ['rendition', (id: string) => ({ renditions: [id] })],
    ['preview', (id: string) => ({ previewFile: id })],
    ['trailer', (id: string) => ({ trailerFile: id })],
    ['blurred', (id: string) => ({ blurredFile: id })],
  ] as const)('is in no approval of what was looked at before it: a %s', async (kind, json) => {
    const { id, revision } = await makeVideo(owner.id, { review, duration: 9.5 })
    const upload = await makeUpload(owner.id, kind)
    const added = await owner.client.request('PATCH', `/api/videos/${id}`, { json: json(upload.id) })
    expect(added.status).toBe(200)
    expect((await decide(first, 'approve', id, { revision })).status).toBe(409)
    expect((await videoRow(id))?.review).toBe(review)
    expect((await decide(first, 'approve', id, { revision: revision + 1 })).status).toBe(200)
  })
})

describe('sending in again', () => {
  it('puts the video back into the queue, as public as it was once it is approved', async () => {
    await changeSettings({ requireContentApproval: true })
    const { id } = await pending()
    await decide(first, 'reject', id, { reason: 'quality' })
    await owner.client.request('PATCH', `/api/videos/${id}`, { json: { title: 'Better' } })
    const answer = await resubmit(id)
    expect(await answer.json<Video>()).toMatchObject({
      review: 'pending',
      reason: null,
      isPublic: false,
      publicOnApproval: true,
    })
    expect((await videoRow(id))?.isPublic).toBe(false)
    expect((await videoRow(id))?.waitingSince).toBeTypeOf('number')
    const waiting = await first.json<AdminVideo[]>('GET', '/api/admin/videos/pending?limit=50')
    expect(waiting.find((video) => video.id === id)?.waitingSince).toBeTypeOf('string')
    expect(await isPublic(id)).toBe(false)
    await decide(second, 'approve', id)
    expect(await isPublic(id)).toBe(true)
    expect((await auditOf('video', id)).map(({ action }) => action)).toEqual([
      'video.reject',
      'video.resubmit',
      'video.approve',
    ])
  })

  it('leaves it to a person also where nothing is reviewed before it is shown', async () => {
    const { id, revision } = await makeVideo(owner.id)
    await decide(first, 'reject', id, { reason: 'consent', revision })
    expect(await (await resubmit(id)).json<Video>()).toMatchObject({ review: 'pending', reason: null })
    expect(await isPublic(id)).toBe(false)
    const waiting = await first.json<AdminVideo[]>('GET', '/api/admin/videos/pending?limit=50')
    expect(waiting.map((video) => video.id)).toContain(id)
    await decide(second, 'approve', id)
    expect(await isPublic(id)).toBe(true)
  })

  it.each([[false], [true, false], [false, true]])(
    'keeps what its owner meant it to be after the rejection: public %s',
    async (...meant: boolean[]) => {
      const { id, revision } = await makeVideo(owner.id)
      await decide(first, 'reject', id, { reason: 'quality', revision })
      const shown = () => owner.client.json<Video>('GET', `/api/videos/${id}`)
      expect(await shown()).toMatchObject({ isPublic: false, publicOnApproval: true })
      for (const isPublic of meant) {
        await owner.client.request('PATCH', `/api/videos/${id}`, { json: { isPublic } })
        expect(await shown()).toMatchObject({ isPublic: false, publicOnApproval: isPublic })
        expect((await videoRow(id))?.isPublic).toBe(false)
      }
      await resubmit(id)
      await decide(first, 'approve', id)
      expect(await isPublic(id)).toBe(meant.at(-1))
      expect(await videoRow(id)).toMatchObject({ isPublic: meant.at(-1), publicBefore: null })
    },
  )

  it('twice at once counts once', async () => {
    await changeSettings({ requireContentApproval: true })
    const { id } = await makeVideo(owner.id, { review: 'rejected', isPublic: false })
    const answers = await Promise.all([resubmit(id), resubmit(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await auditOf('video', id)).toHaveLength(1)
  })

  it('makes a decision on what was rejected before it void', async () => {
    await changeSettings({ requireContentApproval: true })
    const { id, revision } = await makeVideo(owner.id, { review: 'rejected', isPublic: false })
    await resubmit(id)
    expect((await decide(first, 'approve', id, { revision })).status).toBe(409)
    expect((await videoRow(id))?.review).toBe('pending')
  })
})

it('a new file sends back to the queue what was approved, and says since when it waits', async () => {
  await changeSettings({ requireContentApproval: true })
  const { id } = await makeVideo(owner.id)
  const upload = await makeUpload(owner.id, 'image')
  await owner.client.request('PATCH', `/api/videos/${id}`, { json: { thumbnailFile: upload.id } })
  const row = await videoRow(id)
  expect([row?.review, row?.waitingSince]).toEqual(['pending', expect.any(Number)])
})
