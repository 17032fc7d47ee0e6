import { env } from 'cloudflare:workers'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportReceipt } from '#contract/schemas/moderation/safety'
import { always } from '#db/conditions'
import { blockedHashes, mediaObjects, removalHashes, renditions, videos } from '#db/schema'
import { TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import { makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'
import { fixture } from '#test/support/fixtures'
import { auditOf } from '#test/support/moderation/removals'
import {
  mailsTo,
  publishFixture,
  readFiles,
  removalsOf,
  reportsOf,
  setHashesOf,
  someHash,
} from '#test/support/moderation/safety'
import { addLadder } from '#test/support/videos/ladder'
import { hashSource } from '#worker/services/moderation/screening/hash-source'
import { restore } from '#worker/services/moderation/takedown/index'

const db = testDb()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

async function remove(videoId: number): Promise<void> {
  const json = { reason: 'illegal', note: 'It breaks the terms.' }
  const response = await admin.request('POST', `/api/admin/videos/${videoId}/remove`, { json })
  if (response.status !== 204) throw new Error(`Not removed: ${await response.text()}`)
}

describe('a file that was removed', () => {
  it.each([
    ['ok.mp4', 'ok.mp4'],
    ['ok.mp4', 'remuxed.mp4'],
    ['ok.mp4', 'ok-fragments.mp4'],
    ['ok-fragments.mp4', 'silent.mp4'],
    ['ok.webm', 'remuxed.webm'],
  ])('of %s can’t come back as %s, from anybody, until the removal is taken back', async (name, again) => {
    const uploader = await userContext()
    const id = await publishFixture(uploader, name)
    await remove(id)
    for (const ctx of [uploader, await userContext()]) {
      const row = await videoRow(await publishFixture(ctx, again))
      expect(row).toMatchObject({
        status: 'failed',
        reason: expect.stringContaining('previously removed from the site'),
      })
    }
    const [removal] = await removalsOf(id)
    const ctx = await jobContext()
    await ctx.db.batch(restore(ctx, removal?.id ?? 0, always))
    expect((await videoRow(id))?.hold).toBeNull()
    expect((await videoRow(await publishFixture(await userContext(), again)))?.status).toBe('ready')
  })

  it('takes its copies down with it, whoever put them there, and gives them back with it', async () => {
    const [first, second] = [await userContext(), await userContext()]
    const original = await publishFixture(first, 'rotated.mp4')
    const copy = await publishFixture(second, 'rotated.mp4')
    const reported = { reason: 'copyright' }
    const { code } = await new TestClient().json<ReportReceipt>(
      'POST',
      `/api/videos/${copy}/report`,
      reported,
    )
    await remove(original)
    await readFiles(await jobContext(), original)
    expect((await videoRow(copy))?.hold).toBe('removed')
    const [removal] = await removalsOf(original)
    const [ofCopy] = await removalsOf(copy)
    expect(ofCopy).toMatchObject({ copyOf: removal?.id, reason: 'illegal', removedBy: null })
    // The statement about the first one is only for its own uploader.
    expect(ofCopy?.statement).not.toContain('It breaks the terms.')
    expect(await mailsTo(second.actor.email)).toHaveLength(1)
    expect(await new TestClient().json('GET', `/api/reports/${code}`)).toMatchObject({ status: 'upheld' })

    const ctx = await jobContext()
    await ctx.db.batch(restore(ctx, removal?.id ?? 0, always))
    expect([(await videoRow(original))?.hold, (await videoRow(copy))?.hold]).toEqual([null, null])
    expect((await mailsTo(second.actor.email)).map(({ subject }) => subject)).toEqual([
      'One of your videos was removed',
      'One of your videos has been restored',
    ])
    // Restoring it a second time changes nothing.
    await ctx.db.batch(restore(ctx, removal?.id ?? 0, always))
    expect(await mailsTo(second.actor.email)).toHaveLength(2)
    for (const id of [original, copy]) {
      const given = (await auditOf('video', id)).filter(({ action }) => action === 'video.restore')
      expect(given.map(({ details }) => JSON.parse(details ?? ''))).toEqual([
        { before: { hold: 'removed' }, after: { hold: null } },
      ])
    }
  })

  it('leaves a copy where it is that was given back by itself', async () => {
    const [first, second] = [await makeVideo((await makeUser()).id), await makeVideo((await makeUser()).id)]
    const [file, pictures] = [someHash(), someHash()]
    await setHashesOf(first.sourceKey, file, pictures)
    await setHashesOf(second.sourceKey, someHash(), pictures)
    await remove(first.id)
    const ctx = await jobContext()
    await readFiles(ctx, first.id)
    const [ofCopy] = await removalsOf(second.id)
    expect(ofCopy?.copyOf).toEqual(expect.any(Number))
    await ctx.db.batch(restore(ctx, ofCopy?.id ?? 0, always))
    await readFiles(ctx, first.id)
    expect([(await videoRow(first.id))?.hold, (await videoRow(second.id))?.hold]).toEqual(['removed', null])
  })

  it('is blocked too when it was read only after the removal, and kept', async () => {
    const ctx = await userContext()
    // The film stays removed, so no other test publishes it.
    const id = await publishFixture(ctx, 'long-preview.mp4')
    const { sourceKey } = (await videoRow(id)) ?? {}
    await db.update(videos).set({ status: 'processing' }).where(eq(videos.id, id))
    await db
      .update(mediaObjects)
      .set({ sha256: null, pictureSha256: null, crc32: null })
      .where(eq(mediaObjects.key, sourceKey ?? ''))
    await remove(id)
    await hashSource(await jobContext(), id)
    expect(await videoRow(id)).toMatchObject({ status: 'ready', hold: 'removed', sourceKey })
    expect((await videoRow(await publishFixture(await userContext(), 'long-preview.mp4')))?.status).toBe(
      'failed',
    )
  })

  it('brings the hashes of what was made from it with it', async () => {
    const uploader = await makeUser()
    const video = await makeVideo(uploader.id)
    await addLadder(video)
    await remove(video.id)
    await readFiles(await jobContext(), video.id)
    const [removal] = await removalsOf(video.id)
    const blocked = await db
      .select({ sha256: blockedHashes.sha256 })
      .from(blockedHashes)
      .innerJoin(removalHashes, eq(removalHashes.sha256, blockedHashes.sha256))
      .where(eq(removalHashes.removalId, removal?.id ?? 0))
    const objects = await db.select().from(mediaObjects).where(eq(mediaObjects.ownerId, uploader.id))
    const read = objects.filter(({ sha256 }) => sha256 !== null)
    // Its source, two renditions, the preview and the trailer, but no images or captions.
    expect(read.map(({ kind }) => kind).sort()).toEqual([
      'preview',
      'rendition',
      'rendition',
      'source',
      'trailer',
    ])
    expect(blocked.map(({ sha256 }) => sha256)).toEqual(
      expect.arrayContaining(read.map(({ sha256 }) => sha256)),
    )
  })
})

describe('a rendition, preview or trailer of a new video', () => {
  it.each(['high', 'preview', 'trailer'] as const)(
    'that equals something removed sends the video into quarantine, until somebody has decided: %s',
    async (file) => {
      const video = await makeVideo((await makeUser()).id)
      const { [file]: equal } = await addLadder(video)
      const ctx = await jobContext()
      const copied = await makeVideo((await makeUser()).id)
      const { high: removed } = await addLadder(copied)
      const bytes = await (await env.MEDIA.get(removed.objectKey))?.arrayBuffer()
      await env.MEDIA.put(equal.objectKey, bytes ?? '')
      await remove(copied.id)
      await readFiles(ctx, copied.id)

      await readFiles(ctx, video.id)
      expect((await videoRow(video.id))?.hold).toBe('quarantine')
      const [entry, ...others] = await reportsOf(video.id)
      expect(others).toEqual([])
      expect(entry).toMatchObject({
        reason: 'other',
        reporterKey: 'system',
        reporterId: null,
        status: 'open',
      })
      expect(await auditOf('video', video.id)).toEqual([
        expect.objectContaining({ action: 'video.quarantine', actorId: null }),
      ])
      // A decision holds, however often the files are read.
      const decision = { json: { decision: 'dismiss', note: 'It is a title card.' } }
      await admin.request('POST', `/api/admin/reports/${entry?.id}/decide`, decision)
      await readFiles(ctx, video.id)
      expect((await videoRow(video.id))?.hold).toBeNull()
      expect(await db.select().from(renditions).where(eq(renditions.videoId, video.id))).toHaveLength(2)
    },
  )

  it('sends it there too when what it equals is removed later, once', async () => {
    const [original, taken] = [await makeVideo((await makeUser()).id), await makeVideo((await makeUser()).id)]
    const { low } = await addLadder(original)
    // Someone took the rendition, and published it as their own film.
    const pictures = someHash()
    await setHashesOf(low.objectKey, someHash(), pictures)
    await setHashesOf(taken.sourceKey, someHash(), pictures)
    await remove(taken.id)
    const ctx = await jobContext()
    await readFiles(ctx, taken.id)
    await readFiles(ctx, taken.id)
    expect((await videoRow(original.id))?.hold).toBe('quarantine')
    expect(await reportsOf(original.id)).toEqual([expect.objectContaining({ reporterKey: 'system' })])
  })

  it('is read once, and passed over when it is lost', async () => {
    const video = await makeVideo((await makeUser()).id)
    const { low, high, preview, trailer } = await addLadder(video)
    const clip = fixture('short.mp4')
    for (const { objectKey } of [high, preview, trailer]) {
      await env.MEDIA.put(objectKey, clip)
      await db.update(mediaObjects).set({ bytes: clip.length }).where(eq(mediaObjects.key, objectKey))
    }
    await env.MEDIA.delete(low.objectKey)
    await readFiles(await jobContext(), video.id)
    const rows = await db
      .select()
      .from(mediaObjects)
      .where(inArray(mediaObjects.key, [low.objectKey, high.objectKey, preview.objectKey]))
    const read = Object.fromEntries(rows.map(({ key, sha256 }) => [key, sha256 !== null]))
    expect(read).toEqual({ [low.objectKey]: false, [high.objectKey]: true, [preview.objectKey]: true })
    expect((await videoRow(video.id))?.hold).toBeNull()
  })

  it('sends the video into quarantine when it can’t be read, but equals no other such file', async () => {
    const video = await makeVideo((await makeUser()).id)
    const { low } = await addLadder(video)
    await readFiles(await jobContext(), video.id)
    const [entry] = await reportsOf(video.id)
    expect([(await videoRow(video.id))?.hold, entry?.reporterKey]).toEqual(['quarantine', 'system'])
    expect(entry?.details).toContain('is damaged')
    const [row] = await db.select().from(mediaObjects).where(eq(mediaObjects.key, low.objectKey))
    expect(row?.pictureSha256).toBeNull()
  })
})
