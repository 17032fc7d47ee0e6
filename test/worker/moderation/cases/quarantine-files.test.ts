import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { always } from '#db/conditions'
import { mediaObjects, renditions, videos } from '#db/schema'
import { TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import { makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'
import { publishFixture, reportsOf } from '#test/support/moderation/safety'
import { addLadder } from '#test/support/videos/ladder'
import { quarantineVideo } from '#worker/services/moderation/quarantine/index'
import { hashSource } from '#worker/services/moderation/screening/hash-source'
import { prunePending } from '#worker/services/shared/objects/prune-pending'

const db = testDb()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

function report(videoId: number) {
  return new TestClient().json('POST', `/api/videos/${videoId}/report`, { reason: 'minor' })
}

async function dismiss(reportId: number | undefined) {
  const json = { decision: 'dismiss', note: 'Everybody in it is of age.' }
  const response = await admin.request('POST', `/api/admin/reports/${reportId}/decide`, { json })
  expect(response.status).toBe(200)
}

function setProcessing(videoId: number) {
  return db.update(videos).set({ status: 'processing' }).where(eq(videos.id, videoId))
}

async function objectOf(key: string | null | undefined) {
  const [row] = await db
    .select()
    .from(mediaObjects)
    .where(eq(mediaObjects.key, key ?? ''))
  return row
}

describe('a file that is in quarantine', () => {
  it.each([
    ['ok.mp4', 'ok.mp4'],
    ['ok.webm', 'remuxed.webm'],
  ])('as %s and is sent again as %s gets there again, until somebody has decided', async (name, again) => {
    const first = await publishFixture(await userContext(), name)
    await report(first)
    const id = await publishFixture(await userContext(), again)
    expect(await videoRow(id)).toMatchObject({ status: 'ready', hold: 'quarantine' })
    expect((await new TestClient().get(`/api/videos/${id}`)).status).toBe(404)
    const [entry, ...more] = await reportsOf(id)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      reason: 'other',
      reporterKey: 'system',
      status: 'open',
      details: expect.stringContaining('in quarantine'),
    })
    await dismiss(entry?.id)
    await hashSource(await jobContext(), id)
    expect((await videoRow(id))?.hold).toBeNull()

    const [about] = await reportsOf(first)
    await dismiss(about?.id)
    const third = await publishFixture(await userContext(), again)
    expect(await videoRow(third)).toMatchObject({ status: 'ready', hold: null })
    expect(await reportsOf(third)).toEqual([])
  })
})

describe('a video that is put into quarantine while its source is read', () => {
  async function quarantine(id: number) {
    const ctx = await jobContext()
    await ctx.db.batch(quarantineVideo(ctx, id, 'Someone reported it.', always))
  }

  it('is kept although the file turns out to be blocked, and whoever decides reads that it is', async () => {
    // The film stays removed, so no other test publishes it.
    const first = await publishFixture(await userContext(), 'long-preview.mp4')
    const id = await publishFixture(await userContext(), 'long-preview.mp4')
    await setProcessing(id)
    await quarantine(id)
    const json = { reason: 'copyright', note: 'It breaks the terms.' }
    await admin.request('POST', `/api/admin/videos/${first}/remove`, { json })
    const { sourceKey } = (await videoRow(id)) ?? {}
    await hashSource(await jobContext(), id)
    await prunePending(await jobContext())
    expect(await videoRow(id)).toMatchObject({ status: 'ready', hold: 'quarantine', sourceKey })
    expect((await objectOf(sourceKey))?.pendingDeletionSince).toBeNull()
    expect(await env.MEDIA.head(sourceKey ?? '')).not.toBeNull()
    expect(await reportsOf(id)).toEqual([
      expect.objectContaining({
        reporterKey: 'system',
        details: "One of this video's files is identical to one that was removed from the site.",
      }),
    ])
  })

  it('keeps what is left of it when its source is lost', async () => {
    const video = await makeVideo((await makeUser()).id, { status: 'processing' })
    const { low, preview } = await addLadder(video)
    await quarantine(video.id)
    await env.MEDIA.delete(video.sourceKey ?? '')
    await hashSource(await jobContext(), video.id)
    await prunePending(await jobContext())
    expect(await videoRow(video.id)).toMatchObject({
      status: 'ready',
      hold: 'quarantine',
      sourceKey: video.sourceKey,
      previewKey: preview.objectKey,
    })
    expect(await db.select().from(renditions).where(eq(renditions.videoId, video.id))).toHaveLength(2)
    expect(await env.MEDIA.head(low.objectKey)).not.toBeNull()
  })
})
