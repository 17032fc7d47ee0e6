import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { mediaObjects, renditions, uploads, watchHistory } from '#db/schema'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { d1Cost, TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import { changeSettings, makeUpload, makeVideo, testDb, videoRow } from '#test/support/factories'
import { revokedBelow } from '#test/support/moderation/revoked-below'
import { acceptFile } from '#test/support/videos/accept-file'
import { addLadder, makeCmafUpload } from '#test/support/videos/ladder'
import { deleteForGood } from '#test/support/videos/own-bulk'
import { prunePending } from '#worker/services/shared/objects/prune-pending'
import { updateVideo } from '#worker/services/videos/publishing/update'

const db = testDb()
const owner = ownerOfVideos()

afterEach(() => changeSettings({ requireContentApproval: false }))

const middle = { width: 854, height: 480 }

/** Creates the uploads that the studio makes for a video of 1280 x 720 and 9.5 s. */
async function made(userId = owner.id) {
  const [low, high] = [await makeUpload(userId, 'rendition'), await makeUpload(userId, 'rendition', middle)]
  const [storyboard, preview] = [await makeUpload(userId, 'storyboard'), await makeUpload(userId, 'preview')]
  return {
    low,
    high,
    storyboard,
    preview,
    body: { renditions: [high.id, low.id], storyboardFile: storyboard.id, previewFile: preview.id },
  }
}

async function create(json: Record<string, unknown>) {
  const poster = await makeUpload(owner.id, 'image')
  const body = { title: 'A walk at dusk', categoryId: 1, thumbnailFile: poster.id, ...json }
  return owner.client.request('POST', '/api/videos', { json: body })
}

function patch(id: number, json: unknown, client = owner.client) {
  return client.request('PATCH', `/api/videos/${id}`, { json })
}

async function renditionsOf(videoId: number) {
  const rows = await db.select().from(renditions).where(eq(renditions.videoId, videoId))
  return Object.fromEntries(rows.map(({ quality, objectKey }) => [quality, objectKey]))
}

async function isPendingDeletion(key: string | null) {
  const [row] = await db
    .select()
    .from(mediaObjects)
    .where(eq(mediaObjects.key, key ?? ''))
  return row === undefined || row.pendingDeletionSince !== null
}

/** Creates a video of 9.5 s, which fits the factories' uploads. */
const makeSource = (change: Parameters<typeof makeVideo>[1] = {}) =>
  makeVideo(owner.id, { duration: 9.5, ...change })

describe('publishing with what the studio made', () => {
  it('takes renditions, storyboard and preview in one go', async () => {
    const source = await makeUpload(owner.id)
    const { low, high, storyboard, preview, body } = await made()
    const response = await create({ videoFile: source.id, ...body })
    expect(response.status).toBe(201)
    const { id } = await response.json<Video>()
    expect(await renditionsOf(id)).toEqual({ 360: low.objectKey, 480: high.objectKey })
    expect(await videoRow(id)).toMatchObject({
      previewKey: preview.objectKey,
      previewBytes: 700,
      storyboardKey: storyboard.objectKey,
      storyboardBytes: 700,
      storyboardRows: 2,
    })
    const used = await db.select().from(uploads).where(eq(uploads.videoId, id))
    expect(used.map(({ status }) => status)).toEqual(Array(6).fill('used'))
  })

  it('makes a source in segments a rendition of its own', async () => {
    const source = await makeCmafUpload(owner.id)
    const low = await makeUpload(owner.id, 'rendition')
    const response = await create({ videoFile: source.id, renditions: [low.id] })
    const { id } = await response.json<Video>()
    expect(await renditionsOf(id)).toEqual({ 360: low.objectKey, 720: source.objectKey })
  })

  it('answers a second submit with the first video, also at the same moment', async () => {
    const source = await makeCmafUpload(owner.id)
    const { body } = await made()
    const poster = await makeUpload(owner.id, 'image')
    const submit = () => create({ videoFile: source.id, thumbnailFile: poster.id, ...body })
    const answers = [...(await Promise.all([submit(), submit(), submit(), submit()])), await submit()]
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    const ids = await Promise.all(answers.map(async (each) => (await each.json<Video>()).id))
    expect(new Set(ids).size).toBe(1)
    expect(Object.keys(await renditionsOf(ids[0] ?? 0))).toEqual(['360', '480', '720'])
  })
})

describe('adding to a published video', () => {
  it('keeps the revision, and is no change when it is sent again', async () => {
    const video = await makeSource()
    const { low, high, preview, storyboard, body } = await made()
    expect((await patch(video.id, { renditions: [low.id] })).status).toBe(200)
    expect((await patch(video.id, body)).status).toBe(200)
    const row = await videoRow(video.id)
    expect(row).toMatchObject({
      revision: 1,
      status: 'ready',
      review: 'approved',
      sourceKey: video.sourceKey,
      previewKey: preview.objectKey,
      storyboardKey: storyboard.objectKey,
      storyboardRows: 2,
    })
    expect(await renditionsOf(video.id)).toEqual({ 360: low.objectKey, 480: high.objectKey })
    expect((await patch(video.id, body)).status).toBe(200)
    expect(await videoRow(video.id)).toEqual(row)
    expect(await revokedBelow(video.sourceKey)).toBeUndefined()
  })

  it('replaces a storyboard and a preview, and lets go of the old ones', async () => {
    const video = await makeSource()
    const [first, second] = [await made(), await made()]
    await patch(video.id, first.body)
    const change = { storyboardFile: second.storyboard.id, previewFile: second.preview.id }
    expect((await patch(video.id, change)).status).toBe(200)
    expect(await videoRow(video.id)).toMatchObject({
      revision: 1,
      previewKey: second.preview.objectKey,
      storyboardKey: second.storyboard.objectKey,
    })
    for (const { objectKey } of [first.storyboard, first.preview]) {
      expect([await isPendingDeletion(objectKey), await revokedBelow(objectKey)]).toEqual([true, 2])
    }
    expect(await isPendingDeletion(first.low.objectKey)).toBe(false)
  })

  it('gives one quality one file, when two are sent at once', async () => {
    const ctx = await userContext()
    const { id } = await makeVideo(ctx.actor.id, { duration: 9.5 })
    const [mine, other] = [
      await makeUpload(ctx.actor.id, 'rendition'),
      await makeUpload(ctx.actor.id, 'rendition'),
    ]
    const batch: typeof ctx.db.batch = async (statements) => {
      await updateVideo(ctx, id, { renditions: [other.id] })
      return ctx.db.batch(statements)
    }
    const late = { ...ctx, db: Object.assign(Object.create(ctx.db), { batch }) }
    const both = { title: 'Not this title', renditions: [mine.id] }
    await expect(updateVideo(late, id, both)).rejects.toMatchObject({ code: 'conflict' })
    expect(await renditionsOf(id)).toEqual({ 360: other.objectKey })
    expect((await videoRow(id))?.title).not.toBe('Not this title')
    const [left] = await db.select().from(uploads).where(eq(uploads.id, mine.id))
    expect(left?.status).toBe('done')
  })
})

describe('with approval on', () => {
  it.each(['renditions', 'storyboardFile', 'previewFile'] as const)(
    '%s sends an approved video to review and closes its addresses',
    async (field) => {
      await changeSettings({ requireContentApproval: true })
      const video = await makeSource()
      const { body } = await made()
      expect((await patch(video.id, { [field]: body[field] })).status).toBe(200)
      expect(await videoRow(video.id)).toMatchObject({ review: 'pending', revision: 2 })
      expect(await revokedBelow(video.sourceKey)).toBe(2)
    },
  )

  it.each(['pending', 'rejected'] as const)(
    'leaves a video that is %s there, as another revision',
    async (review) => {
      await changeSettings({ requireContentApproval: true })
      const video = await makeSource({ review })
      expect((await patch(video.id, (await made()).body)).status).toBe(200)
      expect(await videoRow(video.id)).toMatchObject({ review, revision: 2 })
      expect(await revokedBelow(video.sourceKey)).toBe(2)
    },
  )

  it('takes nothing in that came while the video was approved', async () => {
    await changeSettings({ requireContentApproval: true })
    const ctx = await userContext()
    const { id } = await makeVideo(ctx.actor.id, { duration: 9.5, review: 'pending' })
    const low = await makeUpload(ctx.actor.id, 'rendition')
    const batch: typeof ctx.db.batch = async (statements) => {
      await env.DB.prepare("update videos set review = 'approved', revision = revision + 1 where id = ?")
        .bind(id)
        .run()
      return ctx.db.batch(statements)
    }
    const late = { ...ctx, db: Object.assign(Object.create(ctx.db), { batch }) }
    await expect(updateVideo(late, id, { renditions: [low.id] })).rejects.toMatchObject({ code: 'conflict' })
    expect(await renditionsOf(id)).toEqual({})
  })
})

describe('a new file', () => {
  it('takes the ladder, the storyboard, the preview and the trailer of the old one with it', async () => {
    const video = await makeSource()
    const old = await addLadder(video)
    const source = await makeUpload(owner.id)
    expect((await patch(video.id, { videoFile: source.id })).status).toBe(200)
    expect(await renditionsOf(video.id)).toEqual({})
    expect(await videoRow(video.id)).toMatchObject({
      revision: 2,
      sourceKey: source.objectKey,
      posterKey: video.posterKey,
      previewKey: null,
      previewBytes: null,
      storyboardKey: null,
      storyboardBytes: null,
      storyboardRows: null,
    })
    const { captioned, blurred, ...lost } = old
    expect(await isPendingDeletion(lost.low.objectKey)).toBe(false)
    await acceptFile(video.id)
    for (const { objectKey } of Object.values(lost)) {
      expect([await isPendingDeletion(objectKey), await revokedBelow(objectKey)]).toEqual([true, 2])
    }
    for (const key of [captioned.objectKey, blurred.objectKey, video.posterKey]) {
      expect(await isPendingDeletion(key)).toBe(false)
    }
    await prunePending(await jobContext())
    expect(await env.MEDIA.head(old.low.objectKey)).toBeNull()
    expect(await env.MEDIA.head(captioned.objectKey)).not.toBeNull()
  })

  it('brings its own with it', async () => {
    const video = await makeSource()
    const old = await addLadder(video)
    const source = await makeCmafUpload(owner.id)
    const { low, high, storyboard, preview, body } = await made()
    expect((await patch(video.id, { videoFile: source.id, ...body })).status).toBe(200)
    const now = { 360: low.objectKey, 480: high.objectKey, 720: source.objectKey }
    expect(await renditionsOf(video.id)).toEqual(now)
    expect(await videoRow(video.id)).toMatchObject({
      previewKey: preview.objectKey,
      storyboardKey: storyboard.objectKey,
    })
    await acceptFile(video.id)
    expect(await isPendingDeletion(old.low.objectKey)).toBe(true)
    expect(await isPendingDeletion(low.objectKey)).toBe(false)
    // The request is repeated, as after a lost response.
    expect((await patch(video.id, { videoFile: source.id, ...body })).status).toBe(200)
    expect([await renditionsOf(video.id), (await videoRow(video.id))?.revision]).toEqual([now, 2])
  })

  it('comes with as much as one request can bring, within what D1 takes in a statement', async () => {
    const video = await makeSource()
    const heights = [144, 180, 216, 270, 288, 324, 360, 720]
    // A WebM isn't one of its own renditions, so it can have the most.
    const everything = async () => {
      const sending = heights.map((height) => {
        const size = { width: Math.round((height * 16) / 9), height }
        return makeUpload(owner.id, 'rendition', size)
      })
      const source = await makeUpload(owner.id, 'video', { contentType: 'video/webm' })
      const poster = await makeUpload(owner.id, 'image')
      const renditions = (await Promise.all(sending)).map(({ id }) => id)
      return { ...(await made()).body, videoFile: source.id, thumbnailFile: poster.id, renditions }
    }
    const about = { title: 'All at once', description: 'Everything', categoryId: 1, isPremium: false }
    const more = { isPublic: false, allowDownload: true, locationData: { latitude: 1, longitude: 2 } }
    const change = await patch(video.id, { ...about, ...more, ...(await everything()) })
    expect(change.status).toBe(200)
    expect(Object.keys(await renditionsOf(video.id)).map(Number)).toEqual(heights)
    const publish = await create({ ...about, ...more, ...(await everything()) })
    expect(publish.status).toBe(201)
  })

  it('in segments goes with its rendition when another one comes', async () => {
    const source = await makeCmafUpload(owner.id)
    const { id } = await (await create({ videoFile: source.id })).json<Video>()
    const next = await makeUpload(owner.id)
    expect((await patch(id, { videoFile: next.id })).status).toBe(200)
    expect([await renditionsOf(id), await isPendingDeletion(source.objectKey)]).toEqual([{}, true])
  })
})

describe('all files of a video', () => {
  it('are revoked when it is hidden', async () => {
    const video = await makeSource()
    const files = Object.values(await addLadder(video)).map(({ objectKey }) => objectKey)
    await patch(video.id, { isPublic: false })
    for (const key of [video.sourceKey, video.posterKey, ...files]) expect(await revokedBelow(key)).toBe(2)
  })

  it('go with it, and so do its rows', async () => {
    const video = await makeSource()
    const files = Object.values(await addLadder(video)).map(({ objectKey }) => objectKey)
    await db
      .insert(watchHistory)
      .values({ userId: owner.id, videoId: video.id, position: 5, watchedAt: Date.now() })
    await deleteForGood(owner.client, video.id)
    expect(await renditionsOf(video.id)).toEqual({})
    // Once when it went to the trash, and once when it was deleted for good.
    for (const key of [video.sourceKey, video.posterKey, ...files]) {
      expect([await isPendingDeletion(key), await revokedBelow(key)]).toEqual([true, 3])
    }
    await prunePending(await jobContext())
    for (const key of files) expect(await env.MEDIA.head(key)).toBeNull()
    const left = await env.DB.prepare(
      `select (select count(*) from watch_history where video_id = ?1) + (select count(*) from captions where video_id = ?1)
        + (select count(*) from segment_indexes where object_key in (?2, ?3)) as rows_left`,
    )
      .bind(video.id, files[0] ?? '', files[1] ?? '')
      .first('rows_left')
    expect(left).toBe(0)
  })
})

describe('a video by itself', () => {
  it('names every way to play it, its storyboard, its preview and its captions', async () => {
    const video = await makeSource()
    await addLadder(video)
    const shown = await owner.client.json<Video>('GET', `/api/videos/${video.id}`)
    const file = (name: string) => expect.stringMatching(new RegExp(`^/media/[\\w.-]+/${name}$`))
    expect(shown).toMatchObject({
      videoUrl: file('source.mp4'),
      sources: [
        { type: 'mp4', url: file('source.mp4'), height: 720, bandwidth: Math.round((5000 * 8) / 9.5) },
        { type: 'hls', url: file('master.m3u8'), height: null, bandwidth: null },
        { type: 'hls', url: file('360p.m3u8'), height: 360, bandwidth: 700_000 },
        { type: 'hls', url: file('480p.m3u8'), height: 480, bandwidth: 1_200_000 },
      ],
      storyboard: {
        url: file('storyboard.jpg'),
        columns: 10,
        rows: 2,
        tileWidth: 160,
        tileHeight: 90,
        interval: 9.5 / 20,
      },
      previewUrl: file('preview.mp4'),
      captions: [{ language: 'en', label: 'English', url: file('captions-en.vtt') }],
    })
  })

  it('in segments has no file to play but its ladder', async () => {
    const source = await makeCmafUpload(owner.id)
    const { id } = await (await create({ videoFile: source.id })).json<Video>()
    await env.DB.prepare("update videos set status = 'ready' where id = ?").bind(id).run()
    const { sources, videoUrl } = await owner.client.json<Video>('GET', `/api/videos/${id}`)
    expect(sources?.map(({ type, height }) => [type, height])).toEqual([
      ['hls', null],
      ['hls', 720],
    ])
    expect(videoUrl).toMatch(/source\.mp4$/)
  })

  it('costs a row for each rendition and each caption, the one behind them, and two for video and account', async () => {
    const [video, next] = [await makeSource(), await makeSource()]
    for (const each of [video, next]) await addLadder(each)
    const cost = d1Cost(await new TestClient().get(`/api/videos/${video.id}`))
    expect(cost).toMatchObject({ queries: 3, trips: 1, rowsRead: 2 + (2 + 1) + (1 + 1) })
  })
})

describe('a preview in a list', () => {
  it('is for those who may play the video, at no row more', async () => {
    const free = await makeSource({ categoryId: 1 })
    const premium = await makeSource({ isPremium: true })
    await addLadder(free)
    await addLadder(premium)
    const response = await new TestClient().get('/api/videos?limit=5')
    expect(d1Cost(response)).toMatchObject({ queries: 1 })
    expect(d1Cost(response).rowsRead).toBeLessThanOrEqual(12)
    const listed = await response.json<Video[]>()
    const previewOf = (id: number) => listed.find((video) => video.id === id)?.previewUrl
    expect([previewOf(free.id), previewOf(premium.id)]).toEqual([
      expect.stringMatching(/preview\.mp4$/),
      null,
    ])
  })
})
