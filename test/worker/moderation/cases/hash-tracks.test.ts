import { env } from 'cloudflare:workers'
import { crc32 } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { blockedHashes, mediaObjects, removals, videos } from '../../../../db/schema'
import type { JobMessage } from '../../../../worker/queues'
import { hashTracks } from '../../../../worker/services/moderation/screening/hash-tracks'
import { requeueTracks } from '../../../../worker/services/moderation/screening/requeue-tracks'
import type { TestClient } from '../../../support/client'
import { jobContext, userContext } from '../../../support/context'
import { makeUser, signInAs, testDb, videoRow } from '../../../support/factories'
import { fixture } from '../../../support/fixtures'
import { publishFixture, readFiles, removalsOf, reportsOf } from '../../../support/moderation/safety'
import { sha256 } from '../../../support/videos/uploads'

const db = testDb()
let admin: TestClient

beforeAll(async () => {
  admin = await signInAs(await makeUser({ isAdmin: true }))
})

/** Publishes a fixture as if before there were hashes by track. Returns the video's ID and its source's key. */
async function publishOld(name: string) {
  const id = await publishFixture(await userContext(), name)
  const key = (await videoRow(id))?.sourceKey ?? ''
  await db
    .update(mediaObjects)
    .set({ pictureSha256: null, soundSha256: null, tracksHashed: false })
    .where(eq(mediaObjects.key, key))
  return { id, key }
}

async function remove(videoId: number): Promise<void> {
  const json = { reason: 'without_consent', note: 'Nobody agreed to it.' }
  const response = await admin.request('POST', `/api/admin/videos/${videoId}/remove`, { json })
  if (response.status !== 204) throw new Error(`Not removed: ${await response.text()}`)
  await readFiles(await jobContext(), videoId)
}

/** Returns the messages that cron sends about older files. */
async function queued(): Promise<JobMessage[]> {
  const ctx = await jobContext()
  const sent: JobMessage[] = []
  const sendBatch: typeof ctx.jobs.sendBatch = async (messages) => {
    sent.push(...[...messages].map(({ body }) => body))
    return ctx.jobs.sendBatch([{ body: { job: 'hash', videoId: 0 } }])
  }
  await requeueTracks({ ...ctx, jobs: { ...ctx.jobs, sendBatch } as typeof ctx.jobs })
  return sent
}

/** Hashes an older file, then runs the jobs that this asks for. */
async function hashAgain(key: string): Promise<void> {
  const ctx = await jobContext()
  const asked: JobMessage[] = []
  const send = async (message: JobMessage) => {
    asked.push(message)
    return ctx.jobs.send(message)
  }
  await hashTracks({ ...ctx, jobs: { ...ctx.jobs, send } as typeof ctx.jobs }, key)
  for (const message of asked) if (message.job === 'hash-derived') await readFiles(ctx, message.videoId)
}

async function isHashed(key: string) {
  const [row] = await db.select().from(mediaObjects).where(eq(mediaObjects.key, key))
  return [row?.tracksHashed, row?.pictureSha256 !== null]
}

describe('a file from before there were hashes by track', () => {
  // First, while nothing else about this film is blocked.
  it('is blocked by what it hashed to then, when nothing more is left of it', async () => {
    const samples = (await publishedHashes('silent.mp4')).samplesSha256 ?? ''
    await db.insert(blockedHashes).values({ sha256: samples, reason: 'minor', createdAt: 0 })
    expect((await videoRow(await publishFixture(await userContext(), 'silent.mp4')))?.status).toBe('failed')
  })

  it.each([
    ['first', 'ok.mp4', 'ok-fragments.mp4'],
    ['last', 'cmaf.mp4', 'long-preview.mp4'],
  ] as const)(
    'is found as a copy of a removed one in another container, when that one is hashed %s',
    async (when, film, another) => {
      const [original, copy] = [await publishOld(film), await publishOld(another)]
      await remove(original.id)
      // Nothing that was known of them was equal.
      expect((await videoRow(copy.id))?.hold).toBeNull()
      expect(await queued()).toEqual(
        expect.arrayContaining([original, copy].map(({ key }) => ({ job: 'hash-tracks', key }))),
      )
      const order = when === 'first' ? [original, copy] : [copy, original]
      for (const { key } of order) await hashAgain(key)
      expect((await videoRow(copy.id))?.hold).toBe('removed')
      const [removal] = await removalsOf(original.id)
      expect(await removalsOf(copy.id)).toMatchObject([{ copyOf: removal?.id, reason: 'without_consent' }])
      for (const { key } of order) expect(await isHashed(key)).toEqual([true, true])
      expect(await queued()).toEqual([])
    },
  )

  it('is stored without what no player needs, with addresses of its own, unless it is evidence', async () => {
    const [video, evidence] = [await publishOld('camera.mp4'), await publishOld('camera.mp4')]
    await db.update(videos).set({ hold: 'quarantine' }).where(eq(videos.id, evidence.id))
    const film = fixture('camera.mp4')
    const before = (await videoRow(video.id))?.revision ?? 0
    for (const { key } of [video, evidence]) {
      await env.MEDIA.put(key, film)
      await db
        .update(mediaObjects)
        .set({ sha256: await sha256(film) })
        .where(eq(mediaObjects.key, key))
      await hashAgain(key)
    }
    const text = async (key: string) =>
      new TextDecoder('latin1').decode(await (await env.MEDIA.get(key))?.arrayBuffer())
    expect((await text(video.key)).includes('xxx')).toBe(false)
    expect((await text(evidence.key)).includes('xxx')).toBe(true)
    expect((await videoRow(video.id))?.revision).toBe(before + 1)
    const [row] = await db.select().from(mediaObjects).where(eq(mediaObjects.key, video.key))
    const stored = new Uint8Array((await (await env.MEDIA.get(video.key))?.arrayBuffer()) ?? [])
    expect(row).toMatchObject({ sha256: await sha256(stored), crc32: crc32(stored), tracksHashed: true })
    await db.update(videos).set({ hold: null }).where(eq(videos.id, evidence.id))
  })

  it('gets the hash of what is stored, and new addresses, when a run was cut off after rewriting it', async () => {
    const { id, key } = await publishOld('camera.mp4')
    const before = (await videoRow(id))?.revision ?? 0
    const sent = await sha256(fixture('camera.mp4'))
    await db.update(mediaObjects).set({ sha256: sent }).where(eq(mediaObjects.key, key))
    await hashAgain(key)
    const stored = new Uint8Array((await (await env.MEDIA.get(key))?.arrayBuffer()) ?? [])
    const [row] = await db.select().from(mediaObjects).where(eq(mediaObjects.key, key))
    expect(row).toMatchObject({ sha256: await sha256(stored), crc32: crc32(stored) })
    expect(row?.sha256).not.toBe(sent)
    expect((await videoRow(id))?.revision).toBe(before + 1)
  })

  it('goes into quarantine when the removed one keeps no more than its hashes, once', async () => {
    const original = await publishFixture(await userContext(), 'ok.webm')
    const copy = await publishOld('remuxed.webm')
    await db
      .update(mediaObjects)
      .set({ samplesSha256: 'd'.repeat(64) })
      .where(eq(mediaObjects.key, copy.key))
    const [source] = await db
      .select()
      .from(mediaObjects)
      .where(eq(mediaObjects.key, (await videoRow(original))?.sourceKey ?? ''))
    await remove(original)
    await db.update(removals).set({ filesDeletedAt: 1 }).where(eq(removals.videoId, original))
    await db
      .update(mediaObjects)
      .set({ pictureSha256: null })
      .where(eq(mediaObjects.key, source?.key ?? ''))
    for (const _ of [1, 2]) await hashAgain(copy.key)
    expect((await videoRow(copy.id))?.hold).toBe('quarantine')
    expect(await reportsOf(copy.id)).toEqual([expect.objectContaining({ reporterKey: 'system' })])
  })

  it('is passed over when it can’t be read or is missing, and keeps what is known of it', async () => {
    const [damaged, missing] = [await publishOld('ok-lower.mp4'), await publishOld('ok-lower.mp4')]
    await env.MEDIA.put(damaged.key, new Uint8Array(3000))
    await env.MEDIA.delete(missing.key)
    for (const { key, id } of [damaged, missing]) {
      await hashAgain(key)
      expect(await isHashed(key)).toEqual([true, false])
      expect(await videoRow(id)).toMatchObject({ hold: null, status: 'ready' })
    }
    await remove(damaged.id)
    expect((await videoRow(missing.id))?.hold).toBe('removed')
  })
})

async function publishedHashes(name: string) {
  const { sourceKey } = (await videoRow(await publishFixture(await userContext(), name))) ?? {}
  const [row] = await db
    .select()
    .from(mediaObjects)
    .where(eq(mediaObjects.key, sourceKey ?? ''))
  return row ?? { samplesSha256: null }
}
