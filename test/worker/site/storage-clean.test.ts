import { env } from 'cloudflare:workers'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CleanedOrphans } from '#contract/schemas/site/storage'
import { confirmedMs } from '#contract/values/accounts/account'
import { orphanAgeMs } from '#contract/values/site/storage'
import { auditLog, mediaObjects, sessions, uploads } from '#db/schema'
import { prunePending } from '#worker/services/shared/objects/prune-pending'
import { cleanOrphans } from '#worker/services/site/storage-admin/index'
import { problemOf, type TestClient } from '../../support/client'
import { jobContext, userContext } from '../../support/context'
import { makeObject, makeUpload, signInAs, testDb } from '../../support/factories'
import { administerEmptyStorage, makeOrphan, scanAll, scanQueue } from '../../support/videos/storage'

const db = testDb()
const hour = 3600_000

let user: { id: number; username: string }
let admin: TestClient

beforeEach(async () => {
  ;({ user, admin } = await administerEmptyStorage())
})

describe('POST /api/admin/storage/orphans/clean', () => {
  const clean = (now: number, client = admin.copy()) => {
    client.now = now
    return client.request('POST', '/api/admin/storage/orphans/clean')
  }

  /** Returns the client a day later, with the password confirmed again. */
  async function aDayLater(): Promise<TestClient> {
    const client = await signInAs(user)
    await db
      .update(sessions)
      .set({ confirmedAt: tomorrow(), seenAt: tomorrow() })
      .where(eq(sessions.userId, user.id))
    return client
  }
  const tomorrow = () => Date.now() + orphanAgeMs + hour

  it('removes those older than a day, their bytes included, and notes it', async () => {
    const { sent, ctx } = await scanQueue()
    const orphan = await makeOrphan()
    const { objectKey } = await makeObject(user.id, 'source', 'video/mp4')
    await scanAll(ctx, sent)
    expect(await (await clean(Date.now())).json<CleanedOrphans>()).toEqual({
      objects: 0,
      bytes: 0,
      left: false,
    })
    expect(await env.MEDIA.head(orphan)).not.toBeNull()

    const answer = await clean(tomorrow(), await aDayLater())
    expect(await answer.json()).toEqual({ objects: 1, bytes: 300, left: false })
    await prunePending(await jobContext())
    expect(await env.MEDIA.head(orphan)).toBeNull()
    expect(await env.MEDIA.head(objectKey)).not.toBeNull()
    expect(await admin.json('GET', '/api/admin/storage/orphans')).toEqual([])
    expect((await db.select().from(mediaObjects)).map(({ key }) => key)).toEqual([objectKey])
    const mine = and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'storage.clean'))
    const [entry] = await db.select().from(auditLog).where(mine)
    expect(JSON.parse(entry?.details ?? '')).toEqual({
      before: { objects: 1, bytes: 300 },
      after: { objects: 0, bytes: 0 },
    })
  })

  it('never touches what a row or an upload has taken since the scan', async () => {
    const { sent, ctx } = await scanQueue()
    const [taken, coming] = [await makeOrphan(), await makeOrphan()]
    await scanAll(ctx, sent)
    await db.insert(mediaObjects).values({
      key: taken,
      kind: 'source',
      contentType: 'video/mp4',
      bytes: 300,
      ownerId: user.id,
      createdAt: 0,
    })
    const { id } = await makeUpload(user.id, 'video', { status: 'completing' })
    await db.update(uploads).set({ objectKey: coming }).where(eq(uploads.id, id))
    const answer = await clean(tomorrow(), await aDayLater())
    expect(await answer.json()).toEqual({ objects: 0, bytes: 0, left: false })
    await prunePending(await jobContext())
    expect([await env.MEDIA.head(taken), await env.MEDIA.head(coming)]).not.toContain(null)
  })

  it.each([1, 0])('notes what it took: all but one of what it had looked at, so %i', async (objects) => {
    const { sent, ctx } = await scanQueue()
    const taken = await makeOrphan()
    for (let made = 0; made < objects; made += 1) await makeOrphan()
    await scanAll(ctx, sent)
    const staff = await userContext(tomorrow())
    const batch = staff.db.batch.bind(staff.db)
    const row = {
      kind: 'source',
      contentType: 'video/mp4',
      bytes: 300,
      ownerId: user.id,
      createdAt: 0,
    } as const
    vi.spyOn(staff.db, 'batch').mockImplementationOnce(async (statements) => {
      await db.insert(mediaObjects).values({ key: taken, ...row })
      return batch(statements)
    })
    const cleaned = { objects, bytes: 300 * objects }
    expect(await cleanOrphans(staff)).toEqual({ ...cleaned, left: false })
    const entries = await db.select().from(auditLog).where(eq(auditLog.actorId, staff.actor.id))
    expect(entries.map(({ details }) => JSON.parse(details ?? '').before)).toEqual(
      objects > 0 ? [cleaned] : [],
    )
  })

  it('asked for twice at once, it is done and noted once', async () => {
    const { sent, ctx } = await scanQueue()
    for (let index = 0; index < 3; index += 1) await makeOrphan()
    await scanAll(ctx, sent)
    const client = await aDayLater()
    const answers = await Promise.all([clean(tomorrow(), client), clean(tomorrow(), client)])
    const sums = await Promise.all(answers.map((answer) => answer.json<CleanedOrphans>()))
    expect(sums.reduce((sum, { objects }) => sum + objects, 0)).toBe(3)
    const mine = and(eq(auditLog.actorId, user.id), eq(auditLog.action, 'storage.clean'))
    expect(await db.select().from(auditLog).where(mine)).toHaveLength(1)
  })

  it('is refused without a password that was typed lately', async () => {
    const response = await clean(Date.now() + confirmedMs + 60_000)
    expect([response.status, (await problemOf(response)).code]).toEqual([403, 'password_required'])
  })
})
