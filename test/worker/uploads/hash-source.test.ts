import { env } from 'cloudflare:workers'
import { crc32 } from 'node:zlib'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { concat } from '#contract/values/shared/concat'
import { blockedHashes, leases, mediaObjects, renditions, videos } from '#db/schema'
import { bytesOf } from '#worker/formats/bytes'
import { hashFile } from '#worker/formats/hash-file'
import { readerOf } from '#worker/formats/read-at'
import type { JobMessage } from '#worker/queues'
import type { UserContext } from '#worker/services/context'
import { hashSource } from '#worker/services/moderation/screening/hash-source'
import { requeueProcessing } from '#worker/services/moderation/screening/requeue-processing'
import { prunePending } from '#worker/services/shared/objects/prune-pending'
import { claimUpload } from '#worker/services/uploads/transfer/claim'
import { completeUpload } from '#worker/services/uploads/transfer/complete'
import { createVideo } from '#worker/services/videos/publishing/create'
import { later, userContext } from '../../support/context'
import { makeUpload, makeVideo, testDb, videoRow } from '../../support/factories'
import { fixture } from '../../support/fixtures'
import { stripped } from '../../support/stripped'
import { addLadder } from '../../support/videos/ladder'
import { publishInput } from '../../support/videos/publish-input'
import { send, sha256 } from '../../support/videos/uploads'

const db = testDb()
const minute = 60_000

/** Returns a context that collects the messages sent to the queue. */
async function listening() {
  const ctx = await userContext()
  const sent: JobMessage[] = []
  const jobs: Pick<UserContext['jobs'], 'send' | 'sendBatch'> = {
    send: async (body, options) => {
      sent.push(body)
      return ctx.jobs.send(body, options)
    },
    sendBatch: async (messages, options) => {
      const list = [...messages]
      sent.push(...list.map(({ body }) => body))
      return ctx.jobs.sendBatch(list, options)
    },
  }
  return { ctx: { ...ctx, jobs: { ...ctx.jobs, ...jobs } }, sent }
}

/** Creates a video whose source was just uploaded. */
async function processing(ctx: UserContext, file: string | Uint8Array<ArrayBuffer>) {
  const type = typeof file === 'string' && file.endsWith('.webm') ? 'webm' : 'mp4'
  const id = await send(ctx, typeof file === 'string' ? fixture(file) : file, `video/${type}`)
  await completeUpload(ctx, ctx.actor.id, id)
  const { objectKey, size } = await claimUpload(ctx, id, 'video')
  const facts = { sourceKey: objectKey, sourceBytes: size, sourceType: type } as const
  return makeVideo(ctx.actor.id, { ...facts, status: 'processing' })
}

async function objectOf(video: { sourceKey: string | null }) {
  const [row] = await db
    .select()
    .from(mediaObjects)
    .where(eq(mediaObjects.key, video.sourceKey ?? ''))
  return row
}

// Several fixtures contain the same film.
afterEach(() => db.delete(blockedHashes))

describe('hashing a source', () => {
  it('stores what the file hashes to and makes the video ready', async () => {
    const { ctx } = await listening()
    const video = await processing(ctx, 'ok.mp4')
    await hashSource(ctx, video.id)
    expect((await videoRow(video.id))?.status).toBe('ready')
    const film = await stripped(fixture('ok.mp4'))
    const object = await objectOf(video)
    expect(object).toMatchObject({ sha256: await sha256(film), crc32: crc32(film) })
    expect(object?.pictureSha256).toMatch(/^[\da-f]{64}$/)
    expect(object?.pictureSha256).not.toBe(object?.sha256)
  })

  it('stores it without what no player needs, and knows it by the pictures that were sent', async () => {
    const { ctx } = await listening()
    const telltale = new TextEncoder().encode('Telltale')
    const bytes = new Uint8Array(
      concat([fixture('camera.mp4'), Uint8Array.of(0, 0, 0, 16), bytesOf('mdat'), telltale]),
    )
    const sent = await hashFile({ chunks: [bytes], read: readerOf(bytes), size: bytes.length, type: 'mp4' })
    const video = await processing(ctx, bytes)
    await hashSource(ctx, video.id)
    const stored = new Uint8Array((await (await env.MEDIA.get(video.sourceKey ?? ''))?.arrayBuffer()) ?? [])
    expect(stored.length).toBe(bytes.length)
    const text = new TextDecoder('latin1').decode(stored)
    expect(['Telltale', 'xxx', 'Lavf'].map((word) => text.includes(word))).toEqual([false, false, false])
    const { pictureSha256 } = sent
    const own = { sha256: await sha256(stored), crc32: crc32(stored) }
    expect(await objectOf(video)).toMatchObject({ ...own, pictureSha256 })
  })

  it('leaves nothing behind when the video is deleted meanwhile', async () => {
    const { ctx } = await listening()
    const video = await processing(ctx, 'camera.mp4')
    const key = video.sourceKey ?? ''
    const put: UserContext['media']['put'] = async (...args) => {
      await db.delete(mediaObjects).where(eq(mediaObjects.key, key))
      return ctx.media.put(...args)
    }
    await hashSource({ ...ctx, media: { ...ctx.media, put } }, video.id)
    expect(await env.MEDIA.head(key)).toBeNull()
  })

  it.each([
    ['ok.mp4', 'remuxed.mp4'],
    ['ok.webm', 'remuxed.webm'],
  ])('finds %s again in %s by its pictures', async (name, remuxed) => {
    const { ctx } = await listening()
    const pair = [await processing(ctx, name), await processing(ctx, remuxed)]
    for (const video of pair) await hashSource(ctx, video.id)
    const [first, second] = await Promise.all(pair.map(objectOf))
    expect(first?.sha256).not.toBe(second?.sha256)
    expect(first?.pictureSha256).toBe(second?.pictureSha256)
  })

  it('refuses what was removed before, and lets go of it', async () => {
    const { ctx, sent } = await listening()
    const first = await processing(ctx, 'silent.mp4')
    await hashSource(ctx, first.id)
    const removed = await objectOf(first)
    await db
      .insert(blockedHashes)
      .values({ sha256: removed?.pictureSha256 ?? '', reason: 'removed', createdAt: ctx.now })

    const second = await processing(ctx, 'silent.mp4')
    const { low, storyboard, preview } = await addLadder(second)
    await hashSource(ctx, second.id)
    expect(await videoRow(second.id)).toMatchObject({
      status: 'failed',
      sourceKey: null,
      storyboardKey: null,
      previewKey: null,
      reason: "This file was previously removed from the site and can't be published again.",
    })
    expect(sent).toContainEqual({ job: 'prune-objects' })
    await prunePending(ctx)
    expect(await env.MEDIA.head(second.sourceKey ?? '')).toBeNull()
    expect(await objectOf(second)).toBeUndefined()
    // Nor were any files derived from it stored.
    expect(await db.select().from(renditions).where(eq(renditions.videoId, second.id))).toEqual([])
    for (const { objectKey } of [low, storyboard, preview]) {
      expect(await env.MEDIA.head(objectKey)).toBeNull()
    }
    // A video that is already published stays until a decision removes it.
    expect((await videoRow(first.id))?.status).toBe('ready')
    expect(await env.MEDIA.head(first.sourceKey ?? '')).not.toBeNull()
  })

  it('says so when the object is gone, and gives its room back', async () => {
    const { ctx } = await listening()
    const video = await processing(ctx, 'ok.mp4')
    await env.MEDIA.delete(video.sourceKey ?? '')
    await hashSource(ctx, video.id)
    expect(await videoRow(video.id)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('lost'),
    })
    await prunePending(ctx)
    expect(await objectOf(video)).toBeUndefined()
  })

  it("doesn't read again after a crash behind the reading", async () => {
    const { ctx } = await listening()
    const video = await processing(ctx, 'ok.mp4')
    const read = { sha256: 'a'.repeat(64), crc32: 1 }
    const known = { ...read, pictureSha256: 'c'.repeat(64), soundSha256: null }
    await db
      .update(mediaObjects)
      .set(known)
      .where(eq(mediaObjects.key, video.sourceKey ?? ''))
    await hashSource(ctx, video.id)
    expect((await videoRow(video.id))?.status).toBe('ready')
    expect(await objectOf(video)).toMatchObject(known)
  })

  it('leaves the video alone while another run reads it, and tries again when that one died', async () => {
    const { ctx } = await listening()
    const video = await processing(ctx, 'ok.mp4')
    const lease = { name: `hash:${video.sourceKey}`, heldUntil: ctx.now + 15 * minute }
    await db.insert(leases).values(lease)
    await hashSource(ctx, video.id)
    expect((await videoRow(video.id))?.status).toBe('processing')
    await hashSource(later(ctx, 16 * minute), video.id)
    expect((await videoRow(video.id))?.status).toBe('ready')
    expect(await db.select().from(leases).where(eq(leases.name, lease.name))).toEqual([])
  })

  it('takes a source in segments as any other, and lets go of its rendition when it is lost', async () => {
    const { ctx } = await listening()
    const publish = async () => {
      const source = await completeUpload(ctx, ctx.actor.id, await send(ctx, fixture('cmaf.mp4')))
      const poster = await makeUpload(ctx.actor.id, 'image')
      const files = { videoFile: source.id, thumbnailFile: poster.id }
      return (await createVideo(ctx, publishInput({ isPublic: true, ...files }))).video.id
    }
    const [kept, lost] = [await publish(), await publish()]
    await env.MEDIA.delete((await videoRow(lost))?.sourceKey ?? '')
    for (const id of [kept, lost]) await hashSource(ctx, id)
    expect([(await videoRow(kept))?.status, (await videoRow(lost))?.status]).toEqual(['ready', 'failed'])
    const rows = await db
      .select()
      .from(renditions)
      .where(inArray(renditions.videoId, [kept, lost]))
    expect(rows.map(({ videoId, quality }) => [videoId, quality])).toEqual([[kept, 180]])
  })

  it('touches nothing but what is processing', async () => {
    const { ctx } = await listening()
    const video = await processing(ctx, 'ok.mp4')
    await db.update(videos).set({ status: 'failed' }).where(eq(videos.id, video.id))
    await hashSource(ctx, video.id)
    await hashSource(ctx, 1_000_000)
    expect((await videoRow(video.id))?.status).toBe('failed')
    expect((await objectOf(video))?.sha256).toBeNull()
  })
})

describe('videos whose message was lost', () => {
  it('are sent again after two minutes', async () => {
    const { ctx, sent } = await listening()
    const video = await processing(ctx, 'ok.mp4')
    const again = { job: 'hash', videoId: video.id }
    await requeueProcessing(later(ctx, minute))
    expect(sent).not.toContainEqual(again)
    await requeueProcessing(later(ctx, 3 * minute))
    expect(sent).toContainEqual(again)
  })
})
