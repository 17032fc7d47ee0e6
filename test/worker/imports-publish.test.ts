import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { blockedHashes, mediaObjects, renditions, settings, videos } from '../../db/schema'
import { hashSource } from '../../worker/jobs/hash-source'
import { enqueueImport, importRow, type VideoImport } from '../../worker/services/imports'
import { createVideo } from '../../worker/services/videos/create'
import { userContext } from '../support/context'
import { makeVideo, testDb, videoRow } from '../support/factories'
import { fixture } from '../support/fixtures'
import { deliver, storedBytes, withoutQueues } from '../support/imports'
import { addLadder } from '../support/ladder'
import { Origin } from '../support/origin'
import { revokedBelow } from '../support/revoked-below'
import { sha256 } from '../support/uploads'

const db = testDb()
const videoUrl = 'https://videos.example.com/clip.mp4'
const pictureUrl = 'https://videos.example.com/poster.jpg'

/** An account, and a host with a clip and a picture; each may be missing, or another file. */
async function scene(files: { clip?: string | null; picture?: string | null } = {}) {
  const { clip = 'ok.mp4', picture = 'poster.jpg' } = files
  const origin = new Origin({ bytes: new Uint8Array(0) })
  origin.tricks.push((request) => {
    const isClip = request.url === videoUrl
    const name = isClip ? clip : picture
    if (name === null) return new Response(null, { status: 404 })
    const contentType = isClip ? 'video/mp4' : 'image/jpeg'
    return new Origin({ bytes: fixture(name), contentType }).fetch(request)
  })
  return withoutQueues(origin.in(await userContext()))
}

/** What the form sends. */
const byAddress = {
  ...{ title: 'By address', description: '', categoryId: 1, videoUrl, thumbnailUrl: pictureUrl },
  ...{ isPremium: false, isPublic: true, allowDownload: false },
}

/** Nothing else changes the video meanwhile. */
const always = sql`true`

type Scene = Awaited<ReturnType<typeof scene>>

async function add({ ctx }: Scene, input: VideoImport) {
  const { id, statement } = importRow(ctx, input)
  await db.batch([statement])
  await enqueueImport(ctx, id)
}

/** A video that waits for both of its files, as a publish by addresses leaves it. */
async function waiting(all: Scene): Promise<number> {
  const video = await makeVideo(all.ctx.actor.id, {
    ...{ status: 'processing', sourceKey: null, sourceType: null, sourceBytes: null, duration: null },
    ...{ width: null, height: null, posterKey: null, posterType: null, posterBytes: null },
  })
  await add(all, { kind: 'video', url: videoUrl, videoId: video.id, onlyIf: always })
  await add(all, { kind: 'image', url: pictureUrl, videoId: video.id, onlyIf: always })
  return video.id
}

/** Runs everything that is sent, imports first, until nothing is. */
async function settle({ ctx, sent }: Scene): Promise<void> {
  await deliver(ctx, sent)
  for (const message of sent.jobs.splice(0))
    if (message.job === 'hash') await hashSource(ctx, message.videoId)
}

describe('a video that is published by addresses', () => {
  it('takes no file while it is on hold', async () => {
    const all = await scene()
    const video = await makeVideo(all.ctx.actor.id, { hold: 'quarantine' })
    await add(all, { kind: 'video', url: videoUrl, videoId: video.id, onlyIf: always })
    await settle(all)
    expect(await videoRow(video.id)).toMatchObject({
      sourceKey: video.sourceKey,
      revision: 1,
      status: 'ready',
    })
  })

  it('is ready once it has both files and its hashes', async () => {
    const all = await scene()
    const id = await waiting(all)
    await settle(all)
    const row = await videoRow(id)
    expect(row).toMatchObject({ status: 'ready', reason: null, sourceType: 'mp4', posterType: 'jpg' })
    expect(row?.sourceBytes).toBe(fixture('ok.mp4').length)
    expect(row?.duration).toBeGreaterThan(0)
    const stored = await storedBytes(row?.sourceKey ?? '')
    expect(stored && (await sha256(stored))).toBe(await sha256(fixture('ok.mp4')))
    const [object] = await db
      .select()
      .from(mediaObjects)
      .where(eq(mediaObjects.key, row?.sourceKey ?? ''))
    expect(object?.sha256).toBe(await sha256(fixture('ok.mp4')))
  })

  it('comes from the publish itself', async () => {
    const all = await scene()
    const { video } = await createVideo(all.ctx, byAddress)
    expect(video).toMatchObject({ status: 'processing', videoUrl: null, thumbnailUrl: null })
    await settle(all)
    expect(await videoRow(video.id)).toMatchObject({ status: 'ready', title: 'By address' })
  })

  it('is not ready while its poster is on its way', async () => {
    const all = await scene()
    const id = await waiting(all)
    const [source, poster] = all.sent.imports.splice(0)
    if (!source || !poster) throw new Error('Two messages were expected')
    all.sent.imports.push(source)
    await settle(all)
    expect(await videoRow(id)).toMatchObject({ status: 'processing', posterKey: null })
    all.sent.imports.push(poster)
    await settle(all)
    expect(await videoRow(id)).toMatchObject({ status: 'ready' })
  })

  it.each([
    ['the video is missing', { clip: null }, 'There is no file at this address.'],
    ['the picture is missing', { picture: null }, 'There is no file at this address.'],
    ['the video says where it was filmed', { clip: 'gps.mp4' }, 'This file says where it was filmed.'],
    ["the video can't be played", { clip: 'moov-last.mp4' }, 'The index of this MP4 stands at its end'],
    ['the video is a QuickTime file', { clip: 'quicktime.mp4' }, 'This file is QuickTime (MOV)'],
    ['the picture is a video', { picture: 'ok.mp4' }, 'This file is not a JPEG, PNG or WebP picture.'],
  ])('fails with the reason when %s, in either order', async (_, files, sentence) => {
    for (const reversed of [false, true]) {
      const all = await scene(files)
      const id = await waiting(all)
      if (reversed) all.sent.imports.reverse()
      await settle(all)
      expect(await videoRow(id)).toMatchObject({
        status: 'failed',
        reason: expect.stringContaining(sentence),
      })
    }
  })

  it('keeps the reason of a blocked file although the poster arrives', async () => {
    const all = await scene({ clip: 'ok.webm' })
    await db.insert(blockedHashes).values({
      sha256: await sha256(fixture('ok.webm')),
      reason: 'test',
      createdAt: all.ctx.now,
    })
    const id = await waiting(all)
    const [source, poster] = all.sent.imports.splice(0)
    if (!source || !poster) throw new Error('Two messages were expected')
    all.sent.imports.push(source)
    await settle(all)
    all.sent.imports.push(poster)
    await settle(all)
    expect(await videoRow(id)).toMatchObject({
      status: 'failed',
      sourceKey: null,
      reason: expect.stringContaining('removed from the site before'),
    })
  })

  it('counts as an import, five an hour', async () => {
    const { ctx } = await scene()
    for (let count = 0; count < 5; count += 1) await createVideo(ctx, byAddress)
    await expect(createVideo(ctx, byAddress)).rejects.toMatchObject({ code: 'rate_limited' })
    const made = await db.select().from(videos).where(eq(videos.userId, ctx.actor.id))
    expect(made).toHaveLength(5)
  })

  it('that was deleted meanwhile keeps nothing', async () => {
    const all = await scene()
    const id = await waiting(all)
    await db.delete(videos).where(eq(videos.id, id))
    await settle(all)
    const objects = await db.select().from(mediaObjects).where(eq(mediaObjects.ownerId, all.ctx.actor.id))
    // The two of the factory, which nothing dooms.
    expect(objects).toHaveLength(2)
  })
})

describe('a file that replaces another by its address', () => {
  it('takes its place, and what was printed before is refused', async () => {
    const all = await scene()
    const before = await makeVideo(all.ctx.actor.id)
    await add(all, { kind: 'video', url: videoUrl, videoId: before.id, onlyIf: always })
    await settle(all)
    const after = await videoRow(before.id)
    expect(after).toMatchObject({ status: 'ready', review: 'approved', revision: before.revision + 1 })
    expect(after?.sourceKey).not.toBe(before.sourceKey)
    expect(after?.posterKey).toBe(before.posterKey)
    const [old] = await db
      .select()
      .from(mediaObjects)
      .where(eq(mediaObjects.key, before.sourceKey ?? ''))
    expect(old?.doomedAt).toBe(all.ctx.now)
    const revoked = await db.query.revocations.findMany()
    expect(revoked).toContainEqual(
      expect.objectContaining({ kind: 'object', target: before.sourceKey, below: before.revision + 1 }),
    )
  })

  it('takes the ladder of the old one with it, and is a rung of its own when it comes in segments', async () => {
    const all = await scene({ clip: 'cmaf.mp4' })
    const before = await makeVideo(all.ctx.actor.id)
    const { low, storyboard, captioned } = await addLadder(before)
    await add(all, { kind: 'video', url: videoUrl, videoId: before.id, onlyIf: always })
    await settle(all)
    const after = await videoRow(before.id)
    expect(after).toMatchObject({ status: 'ready', storyboardKey: null, previewKey: null })
    const rungs = await db.select().from(renditions).where(eq(renditions.videoId, before.id))
    expect(rungs.map(({ quality, objectKey }) => [quality, objectKey])).toEqual([[180, after?.sourceKey]])
    const objects = await db.select().from(mediaObjects).where(eq(mediaObjects.ownerId, all.ctx.actor.id))
    const doomed = objects.filter(({ doomedAt }) => doomedAt !== null).map(({ key }) => key)
    expect(doomed).toEqual(expect.arrayContaining([low.objectKey, storyboard.objectKey, before.sourceKey]))
    expect(doomed).not.toContain(captioned.objectKey)
    expect(await revokedBelow(low.objectKey)).toBe(before.revision + 1)
  })

  it('leaves a ready video ready while only its poster changes', async () => {
    const all = await scene()
    const before = await makeVideo(all.ctx.actor.id)
    const { low } = await addLadder(before)
    await add(all, { kind: 'image', url: pictureUrl, videoId: before.id, onlyIf: always })
    await deliver(all.ctx, all.sent)
    const after = await videoRow(before.id)
    expect(after).toMatchObject({ status: 'ready', sourceKey: before.sourceKey, posterType: 'jpg' })
    expect(after?.posterKey).not.toBe(before.posterKey)
    const [rung] = await db.select().from(renditions).where(eq(renditions.videoId, before.id))
    expect(rung?.objectKey).toBe(low.objectKey)
  })

  it('goes to review where files are reviewed', async () => {
    const all = await scene()
    const before = await makeVideo(all.ctx.actor.id)
    await add(all, { kind: 'video', url: videoUrl, videoId: before.id, onlyIf: always })
    await db.update(settings).set({ requireContentApproval: true })
    await settle(all)
    await db.update(settings).set({ requireContentApproval: false })
    expect(await videoRow(before.id)).toMatchObject({ status: 'ready', review: 'pending' })
  })

  it('that never comes leaves the old one, and says why', async () => {
    const all = await scene({ clip: null })
    const before = await makeVideo(all.ctx.actor.id)
    await add(all, { kind: 'video', url: videoUrl, videoId: before.id, onlyIf: always })
    await settle(all)
    expect(await videoRow(before.id)).toMatchObject({
      status: 'ready',
      sourceKey: before.sourceKey,
      revision: before.revision,
      reason: 'There is no file at this address.',
    })
  })
})

describe('importRow', () => {
  it('refuses an address at the field that it came from', async () => {
    const { ctx } = await scene()
    const refused = (kind: 'video' | 'image') => () =>
      importRow(ctx, { kind, url: 'http://10.0.0.1/a.mp4', newVideo: true })
    expect(refused('video')).toThrow(
      expect.objectContaining({ options: { errors: [expect.objectContaining({ path: 'videoUrl' })] } }),
    )
    expect(refused('image')).toThrow(
      expect.objectContaining({ options: { errors: [expect.objectContaining({ path: 'thumbnailUrl' })] } }),
    )
  })

  it("makes no row for a video that wasn't made, nor for somebody else's", async () => {
    const all = await scene()
    // The account's newest video is another one, which has its files.
    await makeVideo(all.ctx.actor.id, { createdAt: all.ctx.now })
    const elsewhere = await makeVideo((await userContext()).actor.id)
    await add(all, { kind: 'video', url: videoUrl, newVideo: true })
    await add(all, { kind: 'video', url: videoUrl, videoId: elsewhere.id, onlyIf: always })
    await settle(all)
    expect(await videoRow(elsewhere.id)).toMatchObject({ sourceKey: elsewhere.sourceKey })
    expect(
      await db.query.imports.findMany({ where: (row, { eq }) => eq(row.userId, all.ctx.actor.id) }),
    ).toEqual([])
  })

  it('finds the video that the same batch inserts', async () => {
    const all = await scene()
    const video = await makeVideo(all.ctx.actor.id, { createdAt: all.ctx.now, posterKey: null })
    await add(all, { kind: 'image', url: pictureUrl, newVideo: true })
    const [row] = await db.query.imports.findMany({
      where: (row, { eq }) => eq(row.userId, all.ctx.actor.id),
    })
    expect(row?.videoId).toBe(video.id)
  })
})
