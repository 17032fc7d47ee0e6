import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { always } from '#db/conditions'
import { removalRequests, reports, users } from '#db/schema'
import { jobContext, later } from '#test/support/context'
import { makeUser, makeVideo, testDb, videoRow } from '#test/support/factories'
import { revokedBelow } from '#test/support/moderation/revoked-below'
import { removalsOf } from '#test/support/moderation/safety'
import { quarantineVideo, releaseVideo } from '#worker/services/moderation/quarantine/index'
import { restore, takeDown } from '#worker/services/moderation/takedown/index'
import { randomId } from '#worker/storage/keys'

const db = testDb()
const why = 'Somebody reported it.'
const day = 24 * 3600_000

async function quarantined() {
  const owner = await makeUser()
  const video = await makeVideo(owner.id)
  const ctx = await jobContext()
  await ctx.db.batch(quarantineVideo(ctx, video.id, why, always))
  return { owner, video, ctx, holdNow: async () => (await videoRow(video.id))?.hold }
}

function openReport(video: { id: number; userId: number }, change: Partial<typeof reports.$inferInsert>) {
  return db.insert(reports).values({
    code: randomId(),
    videoId: video.id,
    videoTitle: 'A film',
    ownerId: video.userId,
    createdAt: 0,
    reporterKey: randomId(),
    reason: 'spam',
    ...change,
  })
}

function openRequest(video: { id: number }, reason: 'minor' | 'copyright') {
  return db.insert(removalRequests).values({
    token: randomId(),
    url: '/video/1',
    videoId: video.id,
    relation: 'depicted',
    reason,
    name: 'A',
    email: 'a@example.com',
    statement: 'S',
    signature: 'A',
    createdAt: 0,
    dueAt: 0,
  })
}

describe('a quarantine', () => {
  it('raises the revision once, and refuses what was printed below it', async () => {
    const { video, ctx } = await quarantined()
    await ctx.db.batch(quarantineVideo(ctx, video.id, why, always))
    expect(await videoRow(video.id)).toMatchObject({ hold: 'quarantine', revision: 2 })
    expect([await revokedBelow(video.sourceKey), await revokedBelow(video.posterKey)]).toEqual([2, 2])
  })

  it('leaves a removed video as it is', async () => {
    const video = await makeVideo((await makeUser()).id, { hold: 'removed' })
    const ctx = await jobContext()
    await ctx.db.batch([
      ...quarantineVideo(ctx, video.id, why, always),
      ...releaseVideo(ctx, video.id, always),
    ])
    expect(await videoRow(video.id)).toMatchObject({ hold: 'removed', revision: 1 })
    expect(await revokedBelow(video.sourceKey)).toBeUndefined()
  })

  it.each(['ban', 'deletion'] as const)('takes over from the hold "%s"', async (hold) => {
    const video = await makeVideo((await makeUser()).id, { hold })
    const ctx = await jobContext()
    await ctx.db.batch(quarantineVideo(ctx, video.id, why, always))
    expect(await videoRow(video.id)).toMatchObject({ hold: 'quarantine', revision: 2 })
    expect(await revokedBelow(video.sourceKey)).toBe(2)
  })

  it.each([
    ['a grave report', (video: { id: number; userId: number }) => openReport(video, { reason: 'minor' })],
    [
      'the system’s own report',
      (video: { id: number; userId: number }) => openReport(video, { reporterKey: 'system' }),
    ],
    ['a grave request', (video: { id: number; userId: number }) => openRequest(video, 'minor')],
  ])('goes on while %s is open', async (_, open) => {
    const { video, ctx, holdNow } = await quarantined()
    await open(video)
    await ctx.db.batch(releaseVideo(ctx, video.id, always))
    expect(await holdNow()).toBe('quarantine')
    await db.update(reports).set({ status: 'dismissed' }).where(eq(reports.videoId, video.id))
    await db.update(removalRequests).set({ status: 'refused' }).where(eq(removalRequests.videoId, video.id))
    await ctx.db.batch(releaseVideo(ctx, video.id, always))
    expect(await holdNow()).toBeNull()
  })

  it('isn’t held by lesser cases', async () => {
    const { video, ctx, holdNow } = await quarantined()
    await openReport(video, { reason: 'illegal' })
    await openRequest(video, 'copyright')
    await ctx.db.batch(releaseVideo(ctx, video.id, always))
    expect(await holdNow()).toBeNull()
  })
})

describe.each([
  [
    'a quarantine',
    (ctx: Awaited<ReturnType<typeof jobContext>>, id: number) => ctx.db.batch(releaseVideo(ctx, id, always)),
  ],
  [
    'a removal',
    async (ctx: Awaited<ReturnType<typeof jobContext>>, id: number) => {
      await ctx.db.batch(takeDown(ctx, { videoId: id, reason: 'other', statement: 'By mistake.' }))
      const [removal] = await removalsOf(id)
      await ctx.db.batch(restore(ctx, removal?.id ?? 0, always))
    },
  ],
] as const)('the end of %s', (_, end) => {
  it.each([
    ['without end', null, 0, 'ban'],
    ['for another day', day, 0, 'ban'],
    ['that is over', day, 2 * day, null],
  ] as const)('leaves the video to a ban %s', async (_term, term, passed, hold) => {
    const { owner, video, ctx, holdNow } = await quarantined()
    const banUntil = term === null ? null : ctx.now + term
    await db.update(users).set({ banReason: 'spam', banUntil }).where(eq(users.id, owner.id))
    await end(later(ctx, passed), video.id)
    expect(await holdNow()).toBe(hold)
  })
})
