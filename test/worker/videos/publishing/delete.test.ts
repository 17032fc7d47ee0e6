import { env } from 'cloudflare:workers'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { likes, mediaObjects, revocations, uploads, videos, viewsSeen } from '#db/schema'
import { ownerOfVideos } from '#test/support/accounts/owner'
import { TestClient } from '#test/support/client'
import { jobContext, userContext } from '#test/support/context'
import { runAll } from '#test/support/cron'
import { day, makeUpload, makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'
import { auditOf } from '#test/support/moderation/removals'
import { ownBulk } from '#test/support/videos/own-bulk'
import { prunePending } from '#worker/services/shared/objects/prune-pending'
import { pruneTrash } from '#worker/services/videos/publishing/prune-trash'
import { trashVideo } from '#worker/services/videos/publishing/remove'
import { deleteFromTrash } from '#worker/services/videos/publishing/trash'

const db = testDb()
const owner = ownerOfVideos()

function keysOf(video: { sourceKey: string | null; posterKey: string | null }): string[] {
  return [video.sourceKey ?? '', video.posterKey ?? '']
}

async function objectsLeft(keys: string[]) {
  const stored = await Promise.all(keys.map((key) => env.MEDIA.head(key)))
  const rows = await db.select().from(mediaObjects).where(inArray(mediaObjects.key, keys))
  return {
    stored: stored.filter(Boolean).length,
    rows: rows.length,
    pending: rows.filter((row) => row.pendingDeletionSince).length,
  }
}

describe('DELETE /api/videos/:id', () => {
  it('hides it from everyone at once, and takes all that hangs on it after seven days', async () => {
    const [source, poster] = [await makeUpload(owner.id), await makeUpload(owner.id, 'image')]
    const body = { title: 'Soon gone', categoryId: 1, videoFile: source.id, thumbnailFile: poster.id }
    const { id } = await owner.client.json<Video>('POST', '/api/videos', body)
    const { id: fanId } = await makeUser()
    await db.insert(likes).values({ userId: fanId, videoId: id, createdAt: 0 })
    await db.insert(viewsSeen).values({ videoId: id, viewer: 'someone', at: 0 })

    const response = await owner.client.request('DELETE', `/api/videos/${id}`)
    expect([response.status, await response.text()]).toEqual([204, ''])
    for (const client of [owner.client, new TestClient()])
      expect((await client.get(`/api/videos/${id}`)).status).toBe(404)
    expect((await owner.client.request('DELETE', `/api/videos/${id}`)).status).toBe(204)
    const deletedAt = (await videoRow(id))?.trashedAt ?? 0
    const objects = [source.objectKey, poster.objectKey]
    await pruneTrash(await jobContext(deletedAt + 7 * day - 1))
    expect(await objectsLeft(objects)).toEqual({ stored: 2, rows: 2, pending: 0 })
    await pruneTrash(await jobContext(deletedAt + 7 * day))
    expect(await videoRow(id)).toBeUndefined()
    expect(await db.select().from(likes).where(eq(likes.videoId, id))).toEqual([])
    expect(await db.select().from(viewsSeen).where(eq(viewsSeen.videoId, id))).toEqual([])
    expect(await db.select().from(uploads).where(eq(uploads.videoId, id))).toEqual([])
    await prunePending(await jobContext())
    expect(await objectsLeft(objects)).toEqual({ stored: 0, rows: 0, pending: 0 })
    expect((await owner.client.request('DELETE', `/api/videos/${id}`)).status).toBe(404)
  })

  it('closes its addresses within thirty seconds', async () => {
    const { id } = await makeVideo(owner.id)
    const visitor = new TestClient()
    visitor.now = Date.now()
    const { videoUrl, thumbnailUrl } = await visitor.json<Video>('GET', `/api/videos/${id}`)
    await owner.client.request('DELETE', `/api/videos/${id}`)
    visitor.now += 30_001
    const statuses = [await visitor.get(videoUrl ?? ''), await visitor.get(thumbnailUrl ?? '')].map(
      (response) => response.status,
    )
    expect(statuses).toEqual([404, 404])
  })

  it('is made up for by the cron after a crash before the job', async () => {
    const ctx = await userContext()
    const video = await makeVideo(ctx.actor.id)
    const lost = { ...ctx, jobs: { ...ctx.jobs, send: () => Promise.reject(new Error('crashed')) } }
    const deferred: Promise<unknown>[] = []
    await trashVideo(ctx, video.id)
    await deleteFromTrash({ ...lost, defer: (work) => deferred.push(work) } as typeof ctx, video.id)
    await Promise.allSettled(deferred)
    expect(await videoRow(video.id)).toBeUndefined()
    expect(await objectsLeft(keysOf(video))).toEqual({ stored: 2, rows: 2, pending: 2 })
    await runAll(await jobContext(ctx.now + 60_000))
    expect(await objectsLeft(keysOf(video))).toEqual({ stored: 0, rows: 0, pending: 0 })
  })

  it('takes the file too that came while it was looked at', async () => {
    const ctx = await userContext()
    const [video, newer] = [await makeVideo(ctx.actor.id), await makeUpload(ctx.actor.id)]
    const batch: typeof ctx.db.batch = async (statements) => {
      await db.update(videos).set({ sourceKey: newer.objectKey, revision: 2 }).where(eq(videos.id, video.id))
      return ctx.db.batch(statements)
    }
    await trashVideo({ ...ctx, db: Object.assign(Object.create(ctx.db), { batch }) }, video.id)
    await deleteFromTrash(ctx, video.id)
    expect((await objectsLeft([newer.objectKey])).pending).toBe(1)
    const revoked = await db.select().from(revocations).where(eq(revocations.target, newer.objectKey))
    expect(revoked.at(-1)).toMatchObject({ kind: 'object', below: 4 })
  })

  it('stays in the trash when an administrator deletes their own once more', async () => {
    const admin = await makeUser({ isAdmin: true })
    const client = await signInAs(admin)
    const { id } = await makeVideo(admin.id)
    for (let time = 0; time < 2; time += 1)
      expect((await client.request('DELETE', `/api/videos/${id}`)).status).toBe(204)
    expect(await videoRow(id)).toMatchObject({ hold: 'trash' })
  })

  it('is safe twice at once', async () => {
    const video = await makeVideo(owner.id)
    const both = await Promise.all(
      [1, 2].map(() => owner.client.request('DELETE', `/api/videos/${video.id}`)),
    )
    expect(both.every(({ status }) => status === 204 || status === 404)).toBe(true)
    expect(both.some(({ status }) => status === 204)).toBe(true)
    const forGood = await Promise.all(
      [1, 2].map(() => ownBulk(owner.client, { ids: [video.id], action: 'delete-for-good' })),
    )
    expect(forGood.flat().some(({ ok }) => ok)).toBe(true)
    await prunePending(await jobContext())
    expect(await objectsLeft(keysOf(video))).toEqual({ stored: 0, rows: 0, pending: 0 })
  })

  it('by an administrator is on record', async () => {
    const admin = await makeUser({ isAdmin: true })
    const { id, title } = await makeVideo(owner.id)
    const client = await signInAs(admin)
    expect((await client.request('DELETE', `/api/videos/${id}`)).status).toBe(204)
    const [entry] = await auditOf('video', id)
    expect(entry).toMatchObject({
      action: 'video.delete',
      actorId: admin.id,
      details: JSON.stringify({ before: { title, owner: owner.id }, after: null }),
    })
  })

  it('of what a case takes as evidence at the same moment is refused, and its files and addresses stay', async () => {
    const ctx = await userContext()
    const video = await makeVideo(ctx.actor.id)
    const batch: typeof ctx.db.batch = async (statements) => {
      await db.update(videos).set({ hold: 'quarantine' }).where(eq(videos.id, video.id))
      return ctx.db.batch(statements)
    }
    const late = { ...ctx, db: Object.assign(Object.create(ctx.db), { batch }) }
    await expect(trashVideo(late, video.id)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await videoRow(video.id)).toMatchObject({ hold: 'quarantine', sourceKey: video.sourceKey })
    await prunePending(await jobContext())
    expect(await objectsLeft(keysOf(video))).toEqual({ stored: 2, rows: 2, pending: 0 })
  })

  it('is refused while a grave case is open, whatever holds the video', async () => {
    const video = await makeVideo(owner.id)
    await new TestClient().json('POST', `/api/videos/${video.id}/report`, { reason: 'minor' })
    await db.update(videos).set({ hold: 'deletion' }).where(eq(videos.id, video.id))
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    expect((await admin.request('DELETE', `/api/videos/${video.id}`)).status).toBe(409)
    await prunePending(await jobContext())
    expect(await objectsLeft(keysOf(video))).toEqual({ stored: 2, rows: 2, pending: 0 })
  })

  it('by anybody else changes nothing', async () => {
    const video = await makeVideo(owner.id)
    const stranger = await signInAs(await makeUser())
    expect((await stranger.request('DELETE', `/api/videos/${video.id}`)).status).toBe(403)
    expect((await new TestClient().request('DELETE', `/api/videos/${video.id}`)).status).toBe(401)
    expect(await objectsLeft(keysOf(video))).toEqual({ stored: 2, rows: 2, pending: 0 })
  })
})
