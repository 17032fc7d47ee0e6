import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { mediaObjects, savedVideos, watchHistory } from '#db/schema'
import { TestClient } from '#test/support/client'
import {
  changeSettings,
  day,
  makeUpload,
  makeUser,
  makeVideo,
  signInAs,
  testDb,
  videoRow,
} from '#test/support/factories'
import { acceptFile } from '#test/support/videos/accept-file'
import { addLadder } from '#test/support/videos/ladder'
import { deleteForGood } from '#test/support/videos/own-bulk'
import { objectId } from '#worker/storage/keys'

const db = testDb()
const visitor = new TestClient()
let owner: { id: number; client: TestClient }
let user: typeof owner
let member: TestClient

beforeAll(async () => {
  const account = async (options: Parameters<typeof makeUser>[0] = {}) => {
    const made = await makeUser(options)
    return { id: made.id, client: await signInAs(made) }
  }
  const premiumUntil = Date.now() + 10 * day
  owner = await account({ premiumUntil })
  user = await account()
  member = (await account({ premiumUntil })).client
})

afterEach(() => changeSettings({ requireContentApproval: false }))

const makePremium = (change: Parameters<typeof makeVideo>[1] = {}) =>
  makeVideo(owner.id, { isPremium: true, duration: 9.5, ...change })

function patch(id: number, json: unknown) {
  return owner.client.request('PATCH', `/api/videos/${id}`, { json })
}

function seenBy(client: TestClient, id: number) {
  return client.json<Video>('GET', `/api/videos/${id}`)
}

const fileOf = (address: string | null | undefined) => address?.split('/').at(-1) ?? null

/** Milliseconds between the real time and the last time that revocations were read. */
let polled = 0

/** Requests a URL at a time when revocations have been read again. Returns the status. */
async function statusOf(client: TestClient, address: string | null | undefined) {
  const later = client.copy()
  polled += 31_000
  later.now = Date.now() + polled
  return (await later.get(address ?? '/media/none')).status
}

async function isPendingDeletion(key: string | null | undefined) {
  const [row] = await db
    .select()
    .from(mediaObjects)
    .where(eq(mediaObjects.key, key ?? ''))
  return row?.pendingDeletionSince !== null
}

describe('the poster of a premium video', () => {
  it('is clear for a new video, and blurred for one from before there was a choice', async () => {
    const [source, poster] = [await makeUpload(owner.id), await makeUpload(owner.id, 'image')]
    const json = { title: 'New', categoryId: 1, videoFile: source.id, thumbnailFile: poster.id }
    const response = await owner.client.request('POST', '/api/videos', { json })
    expect(await response.json<Video>()).toMatchObject({ posterStyle: 'clear' })
    expect((await videoRow((await makePremium()).id))?.posterStyle).toBe('blurred')
  })

  it('is open to everyone while it is clear, and its address is void once it is to be blurred', async () => {
    const { id } = await makePremium({ posterStyle: 'clear' })
    const { thumbnailUrl } = await seenBy(visitor, id)
    expect([fileOf(thumbnailUrl), await statusOf(visitor, thumbnailUrl)]).toEqual(['poster.jpg', 200])
    expect((await patch(id, { posterStyle: 'blurred' })).status).toBe(200)
    for (const client of [visitor, user.client, member]) {
      expect(await statusOf(client, thumbnailUrl)).toBe(404)
    }
    expect((await seenBy(visitor, id)).thumbnailUrl).toBeNull()
    expect((await patch(id, { posterStyle: 'clear' })).status).toBe(200)
    expect(await statusOf(visitor, (await seenBy(visitor, id)).thumbnailUrl)).toBe(200)
  })

  it('has its blurred picture in its place for strangers, as soon as a browser of its uploader made one', async () => {
    const { id } = await makePremium()
    expect(await seenBy(owner.client, id)).toMatchObject({ posterStyle: 'blurred', blurredUrl: null })
    const blurred = await makeUpload(owner.id, 'blurred')
    expect((await patch(id, { blurredFile: blurred.id })).status).toBe(200)
    // The request is repeated, as after a lost response.
    expect((await patch(id, { blurredFile: blurred.id })).status).toBe(200)
    for (const client of [visitor, user.client]) {
      const { thumbnailUrl, blurredUrl } = await seenBy(client, id)
      expect([fileOf(thumbnailUrl), await statusOf(client, thumbnailUrl)]).toEqual(['blurred.jpg', 200])
      expect(blurredUrl).toBeUndefined()
    }
    const { thumbnailUrl } = await seenBy(member, id)
    expect([fileOf(thumbnailUrl), await statusOf(member, thumbnailUrl)]).toEqual(['poster.jpg', 200])
    for (const client of [visitor, user.client]) expect(await statusOf(client, thumbnailUrl)).toBe(403)
    expect(fileOf((await seenBy(owner.client, id)).blurredUrl)).toBe('blurred.jpg')
  })

  it('is in no list, page or feed of those from whom it is kept', async () => {
    const video = await makePremium({ title: 'Kept back' })
    const ofVideo = { userId: user.id, videoId: video.id }
    await db.insert(savedVideos).values({ ...ofVideo, savedAt: Date.now(), place: 1 })
    await db.insert(watchHistory).values({ ...ofVideo, position: 20, watchedAt: Date.now() })
    const lists = ['/api/videos?limit=50', '/api/videos?limit=50&sort=popular', '/api/search?q=kept']
    const pages = ['/', '/premium', '/categories', `/video/${video.id}`]
    const feeds = ['/feed.xml', '/sitemap-videos.xml', `/oembed?url=http://localhost/video/${video.id}`]
    const own = ['/api/account/history', '/api/account/continue', '/api/account/saved']
    const places: [TestClient, string][] = [
      ...[...lists, ...pages, ...feeds].map((path): [TestClient, string] => [visitor, path]),
      ...[...lists, ...pages, ...own].map((path): [TestClient, string] => [user.client, path]),
    ]
    const poster = objectId(video.posterKey ?? '')
    let named = 0
    for (const [client, path] of places) {
      const text = await (await client.get(path)).text()
      if (text.includes('Kept back')) named += 1
      expect([path, text.includes(poster)]).toEqual([path, false])
    }
    expect(named).toBeGreaterThan(10)
    expect(await (await member.get('/api/videos?limit=50')).text()).toContain(poster)
  })

  it('takes its blurred picture with it when it is replaced', async () => {
    const video = await makePremium()
    const { blurred } = await addLadder(video)
    const [poster, next] = [await makeUpload(owner.id, 'image'), await makeUpload(owner.id, 'image')]
    expect((await patch(video.id, { thumbnailFile: poster.id })).status).toBe(200)
    expect(await videoRow(video.id)).toMatchObject({ blurredKey: null, blurredBytes: null })
    expect(await isPendingDeletion(blurred.objectKey)).toBe(true)
    const own = await makeUpload(owner.id, 'blurred')
    expect((await patch(video.id, { thumbnailFile: next.id, blurredFile: own.id })).status).toBe(200)
    expect(await videoRow(video.id)).toMatchObject({ blurredKey: own.objectKey, blurredBytes: 700 })
  })
})

describe('a trailer', () => {
  it('is for everyone while its video is premium, and the video stays locked', async () => {
    const { id } = await makePremium({ posterStyle: 'clear' })
    const upload = await makeUpload(owner.id, 'trailer')
    expect((await patch(id, { trailerFile: upload.id })).status).toBe(200)
    const { trailerUrl, previewUrl, videoUrl, sources } = await seenBy(visitor, id)
    expect([fileOf(trailerUrl), previewUrl, videoUrl, sources]).toEqual(['trailer.mp4', null, null, null])
    expect(await statusOf(visitor, trailerUrl)).toBe(200)
    const listed = await visitor.json<Video[]>('GET', '/api/videos?limit=50')
    expect(listed.find((video) => video.id === id)?.trailerUrl).toBe(trailerUrl)
    expect((await patch(id, { isPremium: false })).status).toBe(200)
    expect((await seenBy(visitor, id)).trailerUrl).toBeNull()
    expect(await statusOf(visitor, trailerUrl)).toBe(404)
  })

  it('is replaced, and goes with the file that it shows', async () => {
    const video = await makePremium()
    const [first, second] = [await makeUpload(owner.id, 'trailer'), await makeUpload(owner.id, 'trailer')]
    await patch(video.id, { trailerFile: first.id })
    const { trailerUrl } = await seenBy(visitor, video.id)
    expect((await patch(video.id, { trailerFile: second.id })).status).toBe(200)
    expect([await isPendingDeletion(first.objectKey), await statusOf(visitor, trailerUrl)]).toEqual([
      true,
      404,
    ])
    const source = await makeUpload(owner.id)
    expect((await patch(video.id, { videoFile: source.id })).status).toBe(200)
    expect(await videoRow(video.id)).toMatchObject({ trailerKey: null, trailerBytes: null })
    // It is kept while the new file may still be refused.
    expect(await isPendingDeletion(second.objectKey)).toBe(false)
    await acceptFile(video.id)
    expect(await isPendingDeletion(second.objectKey)).toBe(true)
  })

  it('is taken away, and its address with it', async () => {
    const video = await makePremium()
    const upload = await makeUpload(owner.id, 'trailer')
    await patch(video.id, { trailerFile: upload.id })
    const { trailerUrl } = await seenBy(visitor, video.id)
    for (const _ of [1, 2]) expect((await patch(video.id, { trailerFile: null })).status).toBe(200)
    expect((await seenBy(visitor, video.id)).trailerUrl).toBeNull()
    expect(await videoRow(video.id)).toMatchObject({ trailerKey: null, trailerBytes: null })
    expect([await isPendingDeletion(upload.objectKey), await statusOf(visitor, trailerUrl)]).toEqual([
      true,
      404,
    ])
  })

  it.each(['trailer', 'blurred'] as const)(
    'sends an approved video to review, as does a blurred poster: %s',
    async (kind) => {
      await changeSettings({ requireContentApproval: true })
      const { id } = await makePremium({ posterStyle: 'clear' })
      const { thumbnailUrl } = await seenBy(visitor, id)
      const upload = await makeUpload(owner.id, kind)
      expect((await patch(id, { [`${kind}File`]: upload.id })).status).toBe(200)
      expect(await videoRow(id)).toMatchObject({ review: 'pending', revision: 2 })
      expect(await statusOf(visitor, thumbnailUrl)).toBe(404)
    },
  )

  it('goes with its deleted video, as does a blurred poster', async () => {
    const video = await makePremium()
    const { trailer, blurred } = await addLadder(video)
    await deleteForGood(owner.client, video.id)
    for (const { objectKey } of [trailer, blurred]) expect(await isPendingDeletion(objectKey)).toBe(true)
  })

  it.each([
    [{ width: 1280, height: 720 }, 'A trailer may have 480p; this one has 720p.'],
    [{ width: 480, height: 480 }, 'The trailer has another shape than the video.'],
  ])('is refused when it is none of this video: %j', async (size, detail) => {
    const { id } = await makePremium()
    const upload = await makeUpload(owner.id, 'trailer', size)
    const response = await patch(id, { trailerFile: upload.id })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ path: 'trailerFile', message: detail }] })
  })

  it('is no file of another account', async () => {
    const { id } = await makePremium()
    const upload = await makeUpload(user.id, 'trailer')
    expect((await patch(id, { trailerFile: upload.id })).status).toBe(400)
    expect((await videoRow(id))?.trailerKey).toBeNull()
  })
})
