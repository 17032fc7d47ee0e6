import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { always } from '#db/conditions'
import { mediaObjects, renditions, replacedFiles } from '#db/schema'
import { TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import {
  changeSettings,
  makeUpload,
  makeUser,
  makeVideo,
  signInAs,
  testDb,
  videoRow,
} from '#test/support/factories'
import { fixture } from '#test/support/fixtures'
import { mailsTo, publishFixture, readFiles, removalsOf } from '#test/support/moderation/safety'
import { addLadder } from '#test/support/videos/ladder'
import { deleteForGood } from '#test/support/videos/own-bulk'
import { finish } from '#test/support/videos/uploads'
import { hashSource } from '#worker/services/moderation/screening/hash-source'
import { restore } from '#worker/services/moderation/takedown/index'
import { prunePending } from '#worker/services/shared/objects/prune-pending'
import { pruneReplaced } from '#worker/services/videos/publishing/prune-replaced'

const db = testDb()

beforeAll(async () => {
  const admin = await signInAs(await makeUser({ isAdmin: true }))
  const id = await publishFixture(await userContext(), 'ok.mp4')
  const json = { reason: 'without_consent', note: 'Nobody agreed to it.' }
  await admin.request('POST', `/api/admin/videos/${id}/remove`, { json })
  await readFiles(await jobContext(), id)
})

/** Creates a video with all its files, and replaces its file through the API. */
async function replaced(name: string, withPoster = false) {
  const ctx = await userContext()
  const posterPictures = { color: '#5c1c44', widths: [640, 320], bytes: [300, 200] }
  const video = await makeVideo(ctx.actor.id, { posterPictures })
  const ladder = await addLadder(video)
  const before = await videoRow(video.id)
  const source = await finish(ctx, fixture(name), 'video/mp4')
  const poster = withPoster ? await makeUpload(ctx.actor.id, 'image') : null
  const json = { videoFile: source.id, ...(poster && { thumbnailFile: poster.id }) }
  const client = await signInAs(ctx.actor)
  const response = await client.request('PATCH', `/api/videos/${video.id}`, { json })
  if (response.status !== 200) throw new Error(await response.text())
  await prunePending(await jobContext())
  return { ctx, video, ladder, before, poster, newKey: (await videoRow(video.id))?.sourceKey ?? '' }
}

function keysOf({ video, ladder }: Awaited<ReturnType<typeof replaced>>): string[] {
  const { low, high, storyboard, preview, trailer } = ladder
  const files = [low, high, storyboard, preview, trailer]
  return [video.sourceKey ?? '', ...files.map(({ objectKey }) => objectKey)]
}

async function stored(keys: string[]): Promise<number> {
  const found = await Promise.all(keys.map((key) => env.MEDIA.head(key)))
  return found.filter(Boolean).length
}

describe('a new file that was removed before', () => {
  it('leaves the video what it was, with its picture, qualities and review', async () => {
    await changeSettings({ requireContentApproval: true })
    const made = await replaced('ok.mp4', true)
    await changeSettings({ requireContentApproval: false })
    const { ctx, video, before, poster, newKey } = made
    expect(await videoRow(video.id)).toMatchObject({ status: 'processing', review: 'pending' })
    await hashSource(ctx, video.id)
    await prunePending(await jobContext())
    expect(await videoRow(video.id)).toEqual({ ...before, revision: (before?.revision ?? 0) + 2 })
    const rows = await db.select().from(renditions).where(eq(renditions.videoId, video.id))
    expect(rows.map(({ quality }) => quality).sort()).toEqual([360, 480])
    expect(await stored(keysOf(made))).toBe(6)
    expect(await stored([made.ladder.blurred.objectKey])).toBe(1)
    expect(await stored([newKey, poster?.objectKey ?? ''])).toBe(0)
    expect(await db.select().from(replacedFiles).where(eq(replacedFiles.videoId, video.id))).toEqual([])
    expect((await new TestClient().get(`/api/videos/${video.id}`)).status).toBe(200)
    const [email, ...more] = await mailsTo(ctx.actor.email)
    expect([email?.subject, more]).toEqual(["We couldn't accept your video's new file", []])
    expect(email?.body).toContain(`“${video.title}”, so it shows the previous one again`)
    expect(email?.body).toContain('previously removed from the site')
  })

  it.each([
    [{ visibility: 'private' }, { isPublic: false, unlistedKey: null }],
    [{ visibility: 'unlisted' }, { isPublic: false, unlistedKey: expect.any(String) }],
  ])('leaves it as hidden as its owner made it since, by %j', async (json, shown) => {
    await changeSettings({ requireContentApproval: true })
    const { ctx, video } = await replaced('ok.mp4')
    await changeSettings({ requireContentApproval: false })
    const client = await signInAs(ctx.actor)
    expect((await client.request('PATCH', `/api/videos/${video.id}`, { json })).status).toBe(200)
    await hashSource(ctx, video.id)
    expect(await videoRow(video.id)).toMatchObject({ status: 'ready', review: 'approved', ...shown })
    expect((await new TestClient().get(`/api/videos/${video.id}`)).status).toBe(404)
  })

  it('leaves it what it was before another file that wasn’t read yet', async () => {
    const { ctx, video, before } = await replaced('cmaf.mp4')
    const copy = await finish(ctx, fixture('silent.mp4'), 'video/mp4')
    const client = await signInAs(ctx.actor)
    await client.request('PATCH', `/api/videos/${video.id}`, { json: { videoFile: copy.id } })
    await hashSource(ctx, video.id)
    expect(await videoRow(video.id)).toMatchObject({ status: 'ready', sourceKey: before?.sourceKey })
  })

  it.each(['with the file', 'after it'])('doesn’t bring back a trailer taken away %s', async (when) => {
    const ctx = await userContext()
    const video = await makeVideo(ctx.actor.id)
    const { trailer } = await addLadder(video)
    const source = await finish(ctx, fixture('ok.mp4'), 'video/mp4')
    const client = await signInAs(ctx.actor)
    const change = async (json: object) => {
      const response = await client.request('PATCH', `/api/videos/${video.id}`, { json })
      expect(response.status).toBe(200)
    }
    if (when === 'with the file') await change({ videoFile: source.id, trailerFile: null })
    else {
      await change({ videoFile: source.id })
      await change({ trailerFile: null })
    }
    await hashSource(ctx, video.id)
    await prunePending(await jobContext())
    expect(await videoRow(video.id)).toMatchObject({
      status: 'ready',
      sourceKey: video.sourceKey,
      trailerKey: null,
      trailerBytes: null,
    })
    expect(await stored([trailer.objectKey])).toBe(0)
  })

  it('or that is lost leaves it what it was, too', async () => {
    const { ctx, video, before, newKey } = await replaced('cmaf.mp4')
    await env.MEDIA.delete(newKey)
    await hashSource(ctx, video.id)
    expect(await videoRow(video.id)).toMatchObject({ status: 'ready', sourceKey: before?.sourceKey })
  })
})

describe('a new file that is accepted', () => {
  it('takes the place of the old ones, which are deleted then and not before', async () => {
    const made = await replaced('cmaf.mp4')
    const { ctx, video, newKey } = made
    expect(await stored(keysOf(made))).toBe(6)
    await hashSource(ctx, video.id)
    await prunePending(await jobContext())
    expect(await videoRow(video.id)).toMatchObject({ status: 'ready', sourceKey: newKey })
    expect(await stored(keysOf(made))).toBe(0)
    expect(
      await db
        .select()
        .from(mediaObjects)
        .where(eq(mediaObjects.key, video.sourceKey ?? '')),
    ).toEqual([])
  })

  it('takes them with it when the video is deleted before it is read', async () => {
    const made = await replaced('cmaf.mp4')
    const client = await signInAs(made.ctx.actor)
    await deleteForGood(client, made.video.id)
    await prunePending(await jobContext())
    expect(await stored([...keysOf(made), made.newKey])).toBe(0)
    expect(await db.select().from(replacedFiles).where(eq(replacedFiles.videoId, made.video.id))).toEqual([])
  })

  it('keeps the old ones while a case is open, and lets go of them with the hold', async () => {
    const made = await replaced('cmaf.mp4')
    const { ctx, video, newKey } = made
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    const json = { reason: 'illegal', note: 'It breaks the terms.' }
    await admin.request('POST', `/api/admin/videos/${video.id}/remove`, { json })
    await hashSource(ctx, video.id)
    await prunePending(await jobContext())
    await pruneReplaced(await jobContext())
    expect(await videoRow(video.id)).toMatchObject({ status: 'ready', hold: 'removed' })
    expect(await stored(keysOf(made))).toBe(6)
    const [removal] = await removalsOf(video.id)
    await ctx.db.batch(restore(ctx, removal?.id ?? 0, always))
    expect(await videoRow(video.id)).toMatchObject({ hold: null, sourceKey: newKey })

    // Until anything is swept, the earlier, checked file is what remains after a refusal.
    const copy = await finish(ctx, fixture('silent.mp4'), 'video/mp4')
    const client = await signInAs(ctx.actor)
    await client.request('PATCH', `/api/videos/${video.id}`, { json: { videoFile: copy.id } })
    await hashSource(ctx, video.id)
    expect(await videoRow(video.id)).toMatchObject({ status: 'ready', sourceKey: newKey })
    await pruneReplaced(await jobContext())
    await prunePending(await jobContext())
    expect(await stored(keysOf(made))).toBe(0)
    expect(await stored([newKey])).toBe(1)
    expect(await db.select().from(replacedFiles).where(eq(replacedFiles.videoId, video.id))).toEqual([])
  })
})
