import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { always } from '#db/conditions'
import { blockedHashes, imports, mediaObjects, videos } from '#db/schema'
import { importRow } from '#worker/services/uploads/imports/index'
import { createVideo } from '#worker/services/videos/publishing/create'
import { restoreFromTrash } from '#worker/services/videos/publishing/trash'
import { userContext } from '../../support/context'
import { makeVideo, testDb, videoRow } from '../../support/factories'
import { fixture } from '../../support/fixtures'
import { stripped } from '../../support/stripped'
import { add, pictureUrl, type Scene, scene, settle, videoUrl } from '../../support/videos/import-scene'
import { storedBytes } from '../../support/videos/imports'
import { publishInput } from '../../support/videos/publish-input'
import { sha256 } from '../../support/videos/uploads'

const db = testDb()

/** The input of the form. */
const byAddress = publishInput({ title: 'By address', isPublic: true, videoUrl, thumbnailUrl: pictureUrl })

/** Creates a video that waits for both of its files, as after publishing with URLs. */
async function waiting(all: Scene): Promise<number> {
  const video = await makeVideo(all.ctx.actor.id, {
    status: 'processing',
    sourceKey: null,
    sourceType: null,
    sourceBytes: null,
    duration: null,
    width: null,
    height: null,
    posterKey: null,
    posterType: null,
    posterBytes: null,
  })
  await add(all, { kind: 'video', url: videoUrl, videoId: video.id, onlyIf: always })
  await add(all, { kind: 'image', url: pictureUrl, videoId: video.id, onlyIf: always })
  return video.id
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

  it('takes its files in the trash, from which it may be restored', async () => {
    const all = await scene()
    const id = await waiting(all)
    await db.update(videos).set({ hold: 'trash', trashedAt: all.ctx.now }).where(eq(videos.id, id))
    await settle(all)
    expect(await videoRow(id)).toMatchObject({ status: 'ready', hold: 'trash', sourceType: 'mp4' })
    await restoreFromTrash(all.ctx, id)
    expect(await videoRow(id)).toMatchObject({ status: 'ready', hold: null, posterType: 'jpg' })
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
    expect(stored && (await sha256(stored))).toBe(await sha256(await stripped(fixture('ok.mp4'))))
    const [object] = await db
      .select()
      .from(mediaObjects)
      .where(eq(mediaObjects.key, row?.sourceKey ?? ''))
    expect(object?.sha256).toBe(await sha256(await stripped(fixture('ok.mp4'))))
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
    ['the video is missing', { clip: null }, "There's no file at that URL."],
    ['the picture is missing', { picture: null }, "There's no file at that URL."],
    ['the video says where it was filmed', { clip: 'gps.mp4' }, 'This file contains its recording location.'],
    ["the video can't be played", { clip: 'moov-last.mp4' }, "This MP4's index is at the end"],
    ['the video is a QuickTime file', { clip: 'quicktime.mp4' }, 'This file is QuickTime (MOV)'],
    ['the picture is a video', { picture: 'ok.mp4' }, "This file isn't a JPEG, PNG or WebP image."],
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
      sha256: await sha256(await stripped(fixture('ok.webm'), 'video/webm')),
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
      reason: expect.stringContaining('previously removed from the site'),
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
    // The factory's two objects have no pending deletion.
    expect(objects).toHaveLength(2)
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
    // The account's newest video is another one, and has its files.
    await makeVideo(all.ctx.actor.id, { createdAt: all.ctx.now })
    const elsewhere = await makeVideo((await userContext()).actor.id)
    await add(all, { kind: 'video', url: videoUrl, newVideo: true })
    await add(all, { kind: 'video', url: videoUrl, videoId: elsewhere.id, onlyIf: always })
    await settle(all)
    expect(await videoRow(elsewhere.id)).toMatchObject({ sourceKey: elsewhere.sourceKey })
    expect(await db.select().from(imports).where(eq(imports.userId, all.ctx.actor.id))).toEqual([])
  })

  it('finds the video that the same batch inserts', async () => {
    const all = await scene()
    const video = await makeVideo(all.ctx.actor.id, { createdAt: all.ctx.now, posterKey: null })
    await add(all, { kind: 'image', url: pictureUrl, newVideo: true })
    const [row] = await db.select().from(imports).where(eq(imports.userId, all.ctx.actor.id))
    expect(row?.videoId).toBe(video.id)
  })
})
