import { env } from 'cloudflare:workers'
import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  blockedHashes,
  likes,
  mediaObjects,
  removalHashes,
  removalRequests,
  removals,
  reports,
} from '#db/schema'
import { jobContext } from '#test/support/context'
import { runAll } from '#test/support/cron'
import { day, makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'
import { askedRow, auditOf } from '#test/support/moderation/removals'
import { removalsOf, setHashesOf, someHash } from '#test/support/moderation/safety'
import { addLadder } from '#test/support/videos/ladder'
import { takeDown } from '#worker/services/moderation/takedown/index'
import { pruneRemoved } from '#worker/services/moderation/takedown/prune-removed'
import { prunePending } from '#worker/services/shared/objects/prune-pending'
import { randomId } from '#worker/storage/keys'

const db = testDb()

async function removed(reason: 'minor' | 'copyright', at = Date.now()) {
  const video = await makeVideo((await makeUser()).id)
  const files = await addLadder(video)
  await setHashesOf(video.sourceKey, someHash(), someHash())
  const ctx = await jobContext(at)
  await ctx.db.batch(takeDown(ctx, { videoId: video.id, reason, statement: 'It breaks the terms.' }))
  const [removal] = await removalsOf(video.id)
  if (!removal) throw new Error('It was not removed')
  const keys = [
    video.sourceKey ?? '',
    video.posterKey ?? '',
    ...Object.values(files).map((file) => file.objectKey),
  ]
  return { video, removal, keys, at }
}

async function openReport(videoId: number) {
  const about = { videoId, videoTitle: 'A film', ownerId: 1, reporterKey: randomId() }
  await db.insert(reports).values({ ...about, code: randomId(), reason: 'spam', createdAt: 0 })
}

async function stored(keys: string[]): Promise<number> {
  const found = await Promise.all(keys.map((key) => env.MEDIA.head(key)))
  return found.filter(Boolean).length
}

async function pruneAt(at: number): Promise<void> {
  await pruneRemoved(await jobContext(at))
  await prunePending(await jobContext(at))
}

describe('the files of a removed video', () => {
  it.each([
    ['minor', 365],
    ['copyright', 30],
  ] as const)(
    'are kept when it was removed as "%s" for %i days, and deleted after that',
    async (reason, days) => {
      const { video, removal, keys, at } = await removed(reason)
      await db.insert(likes).values({ userId: 1, videoId: video.id, createdAt: 0 })
      await pruneAt(at + days * day - 1)
      expect([await stored(keys), (await videoRow(video.id))?.hold]).toEqual([keys.length, 'removed'])

      await pruneAt(at + days * day)
      expect(await stored(keys)).toBe(0)
      expect(await videoRow(video.id)).toBeUndefined()
      expect(await db.select().from(likes).where(eq(likes.videoId, video.id))).toEqual([])
      for (const key of keys) {
        expect(await db.select().from(mediaObjects).where(eq(mediaObjects.key, key))).toEqual([])
      }
      // The decision remains, and so does the block on its files.
      expect(await removalsOf(video.id)).toEqual([{ ...removal, filesDeletedAt: at + days * day }])
      const hashes = await db.select().from(removalHashes).where(eq(removalHashes.removalId, removal.id))
      const named = hashes.map(({ sha256 }) => sha256)
      const blocked = await db.select().from(blockedHashes).where(inArray(blockedHashes.sha256, named))
      expect([named.length, blocked.length]).toEqual([2, 2])
      const acts = await auditOf('video', video.id)
      expect(acts.map(({ action }) => action)).toEqual(['video.remove', 'video.delete-files'])
    },
  )

  it('are kept for as long as an appeal waits, and for good once it was upheld', async () => {
    const { video, removal, keys, at } = await removed('copyright')
    const set = (change: Partial<typeof removals.$inferInsert>) =>
      db.update(removals).set(change).where(eq(removals.id, removal.id))
    await set({ appealStatus: 'open', appealedAt: at })
    await pruneAt(at + 60 * day)
    expect(await stored(keys)).toBe(keys.length)
    await set({ appealStatus: 'upheld', restoredAt: at + 60 * day })
    await pruneAt(at + 61 * day)
    expect([await stored(keys), (await videoRow(video.id)) !== undefined]).toEqual([keys.length, true])
  })

  it.each([
    ['report', (videoId: number) => openReport(videoId)],
    ['request', (videoId: number) => askedRow({ url: `/video/${videoId}` })],
  ] as const)('are kept for as long as a %s about it waits', async (_, ask) => {
    const { video, keys, at } = await removed('copyright')
    await ask(video.id)
    await pruneAt(at + 60 * day)
    expect(await stored(keys)).toBe(keys.length)
    await db.update(reports).set({ status: 'dismissed' }).where(eq(reports.videoId, video.id))
    await db.update(removalRequests).set({ status: 'refused' }).where(eq(removalRequests.videoId, video.id))
    await pruneAt(at + 60 * day)
    expect(await stored(keys)).toBe(0)
  })

  it('are kept for as long as the appeal waits against the removal that it followed', async () => {
    const first = await removed('copyright')
    const copy = await removed('copyright')
    await db.update(removals).set({ copyOf: first.removal.id }).where(eq(removals.id, copy.removal.id))
    const answer = (appealStatus: 'open' | 'rejected') =>
      db.update(removals).set({ appealStatus, appealedAt: 1 }).where(eq(removals.id, first.removal.id))
    await answer('open')
    await pruneAt(copy.at + 60 * day)
    expect(await stored(copy.keys)).toBe(copy.keys.length)
    await answer('rejected')
    await pruneAt(copy.at + 60 * day)
    expect(await stored(copy.keys)).toBe(0)
  })

  it.each(['original', 'copy'] as const)(
    'are kept for longer with all its copies, once a graver request about the %s is granted',
    async (which) => {
      const [original, copy] = [await removed('copyright'), await removed('copyright')]
      await db.update(removals).set({ copyOf: original.removal.id }).where(eq(removals.id, copy.removal.id))
      const admin = await signInAs(await makeUser({ isAdmin: true }))
      const asked = which === 'original' ? original : copy
      const { id } = await askedRow({ url: `/video/${asked.video.id}`, reason: 'minor' })
      admin.now = copy.at + 60_000
      const json = { decision: 'remove', note: 'Somebody in it is under age.' }
      await admin.request('POST', `/api/admin/removal-requests/${id}/decide`, { json })
      for (const { video } of [original, copy]) {
        expect(await removalsOf(video.id)).toEqual([
          expect.objectContaining({ reason: 'copyright', preserveUntil: admin.now + 365 * day }),
        ])
      }
    },
  )

  it('are never kept for less long by a later decision', async () => {
    const { video, removal } = await removed('minor')
    const ctx = await jobContext(Date.now() + day)
    await ctx.db.batch(takeDown(ctx, { videoId: video.id, reason: 'spam', statement: 'Spam, too.' }))
    expect(await removalsOf(video.id)).toEqual([removal])
  })

  it('are deleted once by two runs at the same time', async () => {
    const { video, at } = await removed('copyright')
    const end = at + 30 * day
    await Promise.all([pruneRemoved(await jobContext(end)), pruneRemoved(await jobContext(end))])
    const acts = await auditOf('video', video.id)
    expect(acts.filter(({ action }) => action === 'video.delete-files')).toHaveLength(1)
  })

  it('are looked for by the cron every hour', async () => {
    const { keys, video, at } = await removed('copyright')
    const hour = 3600_000
    await runAll(await jobContext(Math.ceil((at + 30 * day) / hour) * hour))
    expect(await videoRow(video.id)).toBeUndefined()
    await prunePending(await jobContext())
    expect(await stored(keys)).toBe(0)
  })
})
