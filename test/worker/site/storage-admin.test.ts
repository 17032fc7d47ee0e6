import { env } from 'cloudflare:workers'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrphanObject, StorageStats } from '#contract/schemas/site/storage'
import { auditLog, mediaObjects, ownerStorage, storageScans } from '#db/schema'
import type { ServiceContext } from '#worker/services/context'
import { resumeScan, scanPage } from '#worker/services/site/storage-admin/index'
import { monthlyCost } from '#worker/services/site/storage-admin/stats'
import { randomId } from '#worker/storage/keys'
import { createMediaStore } from '#worker/storage/media-store'
import { d1Cost, type TestClient } from '../../support/client'
import { changeSettings, makeObject, makeUpload, testDb } from '../../support/factories'
import {
  administerEmptyStorage,
  beginScan,
  makeOrphan,
  scanAll,
  scanQueue,
} from '../../support/videos/storage'

const db = testDb()
const hour = 3600_000

let user: { id: number; username: string }
let admin: TestClient

beforeEach(async () => {
  ;({ user, admin } = await administerEmptyStorage())
})

async function lastScan(): Promise<StorageStats['scan']> {
  return (await admin.json<StorageStats>('GET', '/api/admin/storage/stats')).scan
}

describe('GET /api/admin/storage/stats', () => {
  it('sums the kinds from the table that is kept in step, and asks the bucket nothing', async () => {
    await makeObject(user.id, 'source', 'video/mp4')
    await makeObject(user.id, 'rendition', 'video/mp4')
    await makeObject(user.id, 'poster', 'image/jpeg')
    await makeObject(user.id, 'caption', 'text/vtt')
    const { objectKey } = await makeObject(user.id, 'preview', 'video/mp4')
    await db.update(mediaObjects).set({ pendingDeletionSince: 1 }).where(eq(mediaObjects.key, objectKey))
    await changeSettings({ storageBudgetBytes: 5000 })
    const response = await admin.get('/api/admin/storage/stats')
    expect(await response.json()).toMatchObject({
      totalBytes: 3500,
      videoBytes: 2100,
      imageBytes: 700,
      bucket: 'media-of-tests',
      budgetBytes: 5000,
      monthlyCost: 0,
      pendingDeletion: 1,
      scan: null,
    })
    expect(response.headers.get('server-timing')).toContain('r2;desc="reads=0 writes=0"')
  })

  it('reads as many rows with a thousand objects as with one', async () => {
    await makeObject(user.id, 'source', 'video/mp4')
    await admin.get('/api/settings')
    const few = d1Cost(await admin.get('/api/admin/storage/stats'))
    await env.DB.prepare(
      `insert into media_objects (key, kind, content_type, bytes, owner_id, created_at)
       with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
       select 'm/' || i, 'source', 'video/mp4', 1000, ?, 0 from n`,
    )
      .bind(user.id)
      .run()
    const many = d1Cost(await admin.get('/api/admin/storage/stats'))
    expect(many).toEqual(few)
    expect(many.rowsRead).toBeLessThanOrEqual(20)
  })

  it.each([
    [0, 0],
    [10e9, 0],
    [11e9, 0.02],
    [1_010e9, 15],
  ])('%d bytes cost %d dollars a month', (bytes, dollars) => {
    expect(monthlyCost(bytes)).toBe(dollars)
  })
})

describe('the scan', () => {
  it('counts what R2 holds, and finds what has no row and what has no object', async () => {
    const { sent, ctx } = await scanQueue(Date.now() + 2 * hour)
    await makeObject(user.id, 'source', 'video/mp4')
    const { objectKey: lost } = await makeObject(user.id, 'poster', 'image/jpeg')
    const { objectKey: cut } = await makeObject(user.id, 'rendition', 'video/mp4')
    const { objectKey: leaving } = await makeObject(user.id, 'preview', 'video/mp4')
    await env.MEDIA.delete([lost, leaving])
    await env.MEDIA.put(cut, new Uint8Array(10))
    await db.update(mediaObjects).set({ pendingDeletionSince: 1 }).where(eq(mediaObjects.key, leaving))
    const orphan = await makeOrphan()
    await env.MEDIA.put('not-ours/backup', new Uint8Array(5))
    await scanAll(ctx, sent, 2)
    expect(await lastScan()).toMatchObject({
      finishedAt: expect.any(String),
      objects: 3,
      bytes: 700 + 10 + 300,
      orphans: 1,
      orphanBytes: 300,
      missing: 1,
      missingKeys: [lost],
      driftBytes: 700 + (700 - 10) - 300,
    })
    const listed = await admin.json<OrphanObject[]>('GET', '/api/admin/storage/orphans')
    expect(listed).toEqual([{ key: orphan, bytes: 300, uploadedAt: expect.any(String) }])
  })

  it('puts right what the table says of a size, with a record, and both sums follow', async () => {
    const { sent, ctx } = await scanQueue()
    const { objectKey: cut } = await makeObject(user.id, 'rendition', 'video/mp4')
    await makeObject(user.id, 'rendition', 'video/mp4')
    await env.MEDIA.put(cut, new Uint8Array(10))
    await scanAll(ctx, sent, 1)
    expect(await lastScan()).toMatchObject({ missing: 0, missingKeys: [], driftBytes: 690 })
    const { totalBytes } = await admin.json<StorageStats>('GET', '/api/admin/storage/stats')
    expect(totalBytes).toBe(710)
    const [owner] = await db.select().from(ownerStorage).where(eq(ownerStorage.userId, user.id))
    expect(owner?.bytes).toBe(710)
    const [entry, ...more] = await db.select().from(auditLog).where(eq(auditLog.subjectId, cut))
    expect(entry).toMatchObject({ actorId: null, action: 'object.size', subject: 'object' })
    expect(JSON.parse(entry?.details ?? '')).toEqual({ before: { bytes: 700 }, after: { bytes: 10 } })
    expect(more).toEqual([])

    await scanAll(ctx, sent, 1)
    expect(await lastScan()).toMatchObject({ driftBytes: 0 })
  })

  it('names the first hundred of what is missing beside their number', async () => {
    const { sent, ctx } = await scanQueue()
    await env.DB.prepare(
      `insert into media_objects (key, kind, content_type, bytes, owner_id, created_at)
       with recursive n (i) as (select 100 union all select i + 1 from n where i < 219)
       select 'm/' || i, 'source', 'video/mp4', 1000, ?, 0 from n`,
    )
      .bind(user.id)
      .run()
    await scanAll(ctx, sent, 50)
    const scan = await lastScan()
    expect(scan).toMatchObject({ missing: 120, driftBytes: 120_000 })
    expect(scan?.missingKeys).toEqual(Array.from({ length: 100 }, (_, index) => `m/${100 + index}`))
  })

  it('goes to the end, though R2 answers fewer objects than it was asked for', async () => {
    const { sent, ctx } = await scanQueue()
    for (let index = 0; index < 5; index += 1) await makeObject(user.id, 'source', 'video/mp4')
    await makeOrphan()
    const list = (options: R2ListOptions) =>
      env.MEDIA.list({ ...options, limit: Math.min(2, options.limit ?? 2) })
    const media = createMediaStore({ list } as R2Bucket, { reads: 0, writes: 0, ms: 0 })
    await scanAll({ ...ctx, media }, sent, 3)
    expect(await lastScan()).toMatchObject({ objects: 6, orphans: 1, missing: 0 })
  })

  it('leaves out what an upload under way is about to bring in, or to remove', async () => {
    const { sent, ctx } = await scanQueue()
    for (const status of ['open', 'completing', 'failed'] as const) {
      const { objectKey } = await makeUpload(user.id, 'video', { status })
      await db.delete(mediaObjects).where(eq(mediaObjects.key, objectKey))
    }
    await scanAll(ctx, sent)
    expect(await lastScan()).toMatchObject({ objects: 3, orphans: 0 })
  })

  it('leaves out what was deleted while it looked, and what is being put just now', async () => {
    const { sent, ctx } = await scanQueue()
    const { objectKey } = await makeObject(user.id, 'source', 'video/mp4')
    await db.insert(mediaObjects).values({
      key: `m/${randomId()}`,
      kind: 'caption',
      contentType: 'text/vtt',
      bytes: 9,
      ownerId: user.id,
      createdAt: ctx.now,
    })
    let lists = 0
    const media: ServiceContext['media'] = {
      ...ctx.media,
      list: async (...where) => {
        const page = await ctx.media.list(...where)
        lists += 1
        if (lists === 1) {
          await env.MEDIA.delete(objectKey)
          await db.delete(mediaObjects).where(eq(mediaObjects.key, objectKey))
        }
        return page
      },
    }
    await scanAll({ ...ctx, media }, sent)
    expect(await lastScan()).toMatchObject({ orphans: 0, missing: 0 })
  })

  it('killed anywhere, it goes on where it stood and counts nothing twice', async () => {
    for (let index = 0; index < 7; index += 1) await makeObject(user.id, 'source', 'video/mp4')
    await makeOrphan()
    for (const deadAfter of ['listed', 'counted'] as const) {
      const { sent, ctx } = await scanQueue()
      const id = await beginScan()
      for (let round = 0; round < 20; round += 1) {
        const dying: ServiceContext = {
          ...ctx,
          ...(deadAfter === 'listed' && {
            media: {
              ...ctx.media,
              list: async (...where) => {
                await ctx.media.list(...where)
                throw new Error('killed')
              },
            },
          }),
          ...(deadAfter === 'counted' && {
            jobs: { send: () => Promise.reject(new Error('killed')) } as unknown as ServiceContext['jobs'],
          }),
        }
        await scanPage(dying, id, 3).catch(() => undefined)
        await resumeScan(ctx)
        const resumed = sent.shift()
        if (resumed !== undefined) await scanPage(ctx, resumed, 3)
        sent.length = 0
      }
      expect(await lastScan()).toMatchObject({
        finishedAt: expect.any(String),
        objects: 8,
        orphans: 1,
        missing: 0,
      })
    }
  })

  it('a message that came twice counts its page once, and one alone goes on', async () => {
    for (let index = 0; index < 5; index += 1) await makeObject(user.id, 'source', 'video/mp4')
    const { sent, ctx } = await scanQueue()
    const id = await beginScan()
    await Promise.all([scanPage(ctx, id, 2), scanPage(ctx, id, 2), scanPage(ctx, id, 2)])
    expect(sent).toEqual([id])
    const [row] = await db.select().from(storageScans).where(eq(storageScans.id, id))
    expect(row).toMatchObject({ objects: 2, finishedAt: null })
  })

  it('forgets the orphans of an earlier one that are gone', async () => {
    const { sent, ctx } = await scanQueue()
    const [gone, stays] = [await makeOrphan(), await makeOrphan()]
    await scanAll(ctx, sent)
    await env.MEDIA.delete(gone)
    await scanAll(ctx, sent)
    const listed = await admin.json<OrphanObject[]>('GET', '/api/admin/storage/orphans')
    expect(listed.map(({ key }) => key)).toEqual([stays])
  })

  it('is begun once, however often it is asked for', async () => {
    const starts = await Promise.all([1, 2, 3].map(() => admin.request('POST', '/api/admin/storage/scan')))
    expect(starts.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await db.select().from(storageScans)).toHaveLength(1)
    const mine = and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'storage.scan'))
    expect(await db.select().from(auditLog).where(mine)).toHaveLength(1)
  })
})
