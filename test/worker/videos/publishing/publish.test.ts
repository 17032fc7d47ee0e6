import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { uploads, videos } from '#db/schema'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { problemOf, type TestClient } from '#test/support/client'
import {
  changeSettings,
  day,
  makeUpload,
  makeUser,
  signInAs,
  testDb,
  videoRow,
} from '#test/support/factories'

const db = testDb()
const owner = ownerOfVideos()

afterEach(() => changeSettings({ requireContentApproval: false }))

async function uploaded(userId = owner.id) {
  const [source, poster] = [await makeUpload(userId), await makeUpload(userId, 'image')]
  return { source, poster, body: { videoFile: source.id, thumbnailFile: poster.id } }
}

const about = { title: '  A dusk-walk ', description: ' Slow. ', categoryId: 1 }

function create(json: unknown, client = owner.client) {
  return client.request('POST', '/api/videos', { json })
}

describe('POST /api/videos', () => {
  it('publishes finished uploads with what the server read of them', async () => {
    const { source, poster, body } = await uploaded()
    const response = await create({ ...about, ...body, duration: 5000, userId: 1 })
    expect(response.status).toBe(201)
    const video = await response.json<Video>()
    expect(video).toMatchObject({
      userId: owner.id,
      title: 'A dusk-walk',
      description: 'Slow.',
      duration: 9.5,
      width: 1280,
      height: 720,
      isPremium: false,
      isPublic: true,
      allowDownload: false,
      views: 0,
      likes: 0,
      status: 'processing',
      review: 'approved',
      hold: null,
      videoUrl: null,
      locationData: null,
    })
    expect(await videoRow(video.id)).toMatchObject({
      titleFolded: 'a dusk-walk',
      titleForms: 'duskwalk',
      sourceKey: source.objectKey,
      sourceType: 'mp4',
      sourceBytes: 700,
      posterKey: poster.objectKey,
      posterType: 'jpg',
      posterBytes: 700,
    })
    const used = await db.select().from(uploads).where(eq(uploads.videoId, video.id))
    expect(used.map(({ status }) => status)).toEqual(['used', 'used'])
  })

  it('answers the same video to a second submit, also at the same moment', async () => {
    const { body } = await uploaded()
    const both = await Promise.all([create({ ...about, ...body }), create({ ...about, ...body })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201])
    const third = await create({ ...about, ...body })
    expect(third.status).toBe(200)
    const ids = await Promise.all([...both, third].map(async (each) => (await each.json<Video>()).id))
    expect(new Set(ids).size).toBe(1)
    expect(
      await db
        .select({ id: videos.id })
        .from(videos)
        .where(eq(videos.id, ids[0] ?? 0)),
    ).toHaveLength(1)
  })

  it('never gives two videos one file', async () => {
    const [first, second] = [await uploaded(), await uploaded()]
    expect((await create({ ...about, ...first.body })).status).toBe(201)
    const response = await create({ ...about, ...second.body, thumbnailFile: first.body.thumbnailFile })
    const { detail, errors } = await problemOf(response)
    expect([response.status, detail, errors?.[0]?.path]).toEqual([
      400,
      'This file is already in use.',
      'thumbnailFile',
    ])
  })

  it('waits for review when approval is on', async () => {
    await changeSettings({ requireContentApproval: true })
    const { body } = await uploaded()
    const video = await (await create({ ...about, ...body })).json<Video>()
    expect(video).toMatchObject({ review: 'pending', isPublic: true })
  })

  it('keeps a location to two decimals, without accuracy and time, for owner and staff', async () => {
    const { body } = await uploaded()
    const locationData = {
      latitude: 48.858_37,
      longitude: -2.294_481,
      accuracy: 12,
      timestamp: 1_700_000_000,
    }
    const { id } = await (await create({ ...about, ...body, locationData })).json<Video>()
    await db.update(videos).set({ status: 'ready' }).where(eq(videos.id, id))
    const seenBy = async (client: TestClient) =>
      (await client.json<Video>('GET', `/api/videos/${id}`)).locationData
    const kept = { latitude: 48.86, longitude: -2.29 }
    expect(await seenBy(owner.client)).toEqual(kept)
    expect(await seenBy(await signInAs(await makeUser({ isAdmin: true })))).toEqual(kept)
    const stranger = await signInAs(await makeUser())
    expect(await stranger.json('GET', `/api/videos/${id}`)).not.toHaveProperty('locationData')
    const cards = await owner.client.json<Video[]>('GET', '/api/videos/my-videos')
    expect(cards.some((card) => 'locationData' in card)).toBe(false)
  })

  it('takes the premium flag from members and staff', async () => {
    for (const options of [{ premiumUntil: Date.now() + day }, { isAdmin: true }]) {
      const user = await makeUser(options)
      const { body } = await uploaded(user.id)
      const response = await create({ ...about, ...body, isPremium: true }, await signInAs(user))
      expect([response.status, (await response.json<Video>()).isPremium]).toEqual([201, true])
    }
  })

  it.each([{}, { premiumUntil: Date.now() - day }])(
    'refuses the premium flag of a free account: %o',
    async (options) => {
      const user = await makeUser(options)
      const client = await signInAs(user)
      const { body } = await uploaded(user.id)
      const response = await create({ ...about, ...body, isPremium: true }, client)
      const { code, detail } = await problemOf(response)
      expect([response.status, code]).toEqual([403, 'forbidden'])
      expect(detail).toBe('Upgrade to premium to upload premium content.')
      expect((await create({ ...about, ...body, isPremium: false }, client)).status).toBe(201)
    },
  )

  it('starts an import for an address, which the video waits for', async () => {
    const { poster } = await uploaded()
    const response = await create({
      ...about,
      videoUrl: 'http://sandbox.test:8790/good.mp4',
      thumbnailFile: poster.id,
    })
    expect(response.status).toBe(201)
    const video = await response.json<Video>()
    expect(video).toMatchObject({ status: 'processing', videoUrl: null, duration: null })
  })

  it('answers it again to the same address and picture, and to no other with that picture', async () => {
    const { poster } = await uploaded()
    const json = { ...about, videoUrl: 'http://sandbox.test:8790/good.mp4', thumbnailFile: poster.id }
    const { id } = await (await create(json)).json<Video>()
    const again = await create(json)
    expect([again.status, (await again.json<Video>()).id]).toEqual([200, id])
    const other = await create({ ...json, videoUrl: 'http://sandbox.test:8790/other.mp4' })
    expect((await problemOf(other)).errors?.map(({ path }) => path)).toEqual(['thumbnailFile'])
  })

  it('is no answer to an address that another video’s picture comes with', async () => {
    const { body } = await uploaded()
    const { id } = await (await create({ ...about, ...body })).json<Video>()
    const { poster } = await uploaded()
    const videoUrl = 'http://sandbox.test:8790/good.mp4'
    await owner.client.request('PATCH', `/api/videos/${id}`, { json: { thumbnailFile: poster.id } })
    const refused = await create({ ...about, videoUrl, thumbnailFile: poster.id })
    expect((await problemOf(refused)).errors?.map(({ path }) => path)).toEqual(['thumbnailFile'])
  })
})

describe('POST /api/videos without its files', () => {
  it('says which one is missing', async () => {
    const { body } = await uploaded()
    const refused = async (json: unknown) => {
      const { detail, errors } = await problemOf(await create(json))
      return [detail, errors?.map(({ path }) => path)]
    }
    expect(await refused({ ...about, thumbnailFile: body.thumbnailFile })).toEqual([
      'Please upload a video file or provide a URL',
      ['videoFile'],
    ])
    expect(await refused({ ...about, videoFile: body.videoFile })).toEqual([
      'Please upload a thumbnail image or provide a URL',
      ['thumbnailFile'],
    ])
  })

  it.each<[string, 'videoFile' | 'thumbnailFile', () => Promise<string>]>([
    ['another account’s video', 'videoFile', async () => (await makeUpload((await makeUser()).id)).id],
    [
      'another account’s picture',
      'thumbnailFile',
      async () => (await makeUpload((await makeUser()).id, 'image')).id,
    ],
    ['a picture as the video', 'videoFile', async () => (await makeUpload(owner.id, 'image')).id],
    ['a video as the picture', 'thumbnailFile', async () => (await makeUpload(owner.id, 'video')).id],
    [
      'one that is open',
      'videoFile',
      async () => (await makeUpload(owner.id, 'video', { status: 'open' })).id,
    ],
    [
      'one that was fetched for the editor',
      'videoFile',
      async () => (await makeUpload(owner.id, 'video', { status: 'fetched' })).id,
    ],
    ['one that never was', 'videoFile', async () => 'unknown-upload'],
  ])('refuses %s', async (_, field, make) => {
    const { body } = await uploaded()
    const response = await create({ ...about, ...body, [field]: await make() })
    const { errors } = await problemOf(response)
    expect([response.status, errors?.map(({ path }) => path)]).toEqual([400, [field]])
    // Valid uploads remain available.
    expect((await create({ ...about, ...body })).status).toBe(201)
  })
})

it('a video that is ready plays for the world, by an address that holds no key of its own', async () => {
  const { body, source } = await uploaded()
  const { id } = await (await create({ ...about, ...body })).json<Video>()
  await db.update(videos).set({ status: 'ready' }).where(eq(videos.id, id))
  const visitor = (await signInAs(await makeUser())).copy()
  await visitor.request('POST', '/api/auth/logout')
  const video = await visitor.json<Video>('GET', `/api/videos/${id}`)
  const response = await visitor.get(video.videoUrl ?? '')
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(source.bytes)
  expect(await env.MEDIA.head(source.objectKey)).not.toBeNull()
})
