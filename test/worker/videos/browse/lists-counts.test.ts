import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holds, reviews, videoStatuses } from '#contract/values/videos/video'
import { categories, ownerCounts, videos } from '#db/schema'
import { makeCategory, makeUser, makeVideo, signInAs, testDb } from '#test/support/factories'

const db = testDb()

/** Any combination of states that an account or a job may set. */
const state = fc.record(
  {
    status: fc.constantFrom(...videoStatuses),
    review: fc.constantFrom(...reviews),
    hold: fc.constantFrom(null, ...holds),
    isPublic: fc.boolean(),
    isPremium: fc.boolean(),
    unlistedKey: fc.constantFrom(null, 'a key'),
    publishAt: fc.constantFrom(null, 5),
    category: fc.constantFrom(0, 1),
    title: fc.constant('Another title'),
  },
  { requiredKeys: [] },
)
const step = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), owner: fc.nat(1), state }),
  fc.record({ kind: fc.constant('update' as const), at: fc.nat(), owner: fc.nat(1), state }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(), owner: fc.nat(1), state }),
)

describe('counts', () => {
  it('are what a recount says after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const owners = [(await makeUser()).id, (await makeUser()).id]
        const places = [await makeCategory(), await makeCategory()]
        const ids: number[] = []
        for (const { kind, at, owner, state: change } of steps) {
          const { category, ...rest } = change
          const values = { ...rest, ...(category !== undefined && { categoryId: places[category] }) }
          const id = ids[at % Math.max(ids.length, 1)]
          if (kind === 'insert' || id === undefined) {
            const row = { title: 'A title', titleFolded: 'a title', createdAt: 0, categoryId: places[0] ?? 1 }
            const [made] = await db
              .insert(videos)
              .values({ ...row, ...values, userId: owners[owner] ?? 0 })
              .returning({ id: videos.id })
            ids.push(made?.id ?? 0)
          } else if (kind === 'delete') {
            await db.delete(videos).where(eq(videos.id, id))
            ids.splice(ids.indexOf(id), 1)
          } else if (Object.keys(values).length > 0) {
            await db.update(videos).set(values).where(eq(videos.id, id))
          }
        }
        for (const id of places) expect(await kept(id)).toBe(await recount(id))
        for (const id of owners) expect(await keptOf(id)).toEqual(await recountOf(id))
      }),
      { numRuns: 25 },
    )
  }, 30_000)

  it('refuse that a video changes hands', async () => {
    const { id } = await makeVideo((await makeUser()).id)
    const other = (await makeUser()).id
    await expect(
      env.DB.prepare('update videos set user_id = ? where id = ?').bind(other, id).run(),
    ).rejects.toThrow('a video keeps its owner')
  })
})

describe('My Videos', () => {
  it('lists what its owner may know of, and counts the same', async () => {
    const owner = await makeUser()
    const client = await signInAs(owner)
    const shown = [await makeVideo(owner.id), await makeVideo(owner.id, { hold: 'quarantine' })]
    for (const hold of ['removed', 'ban', 'deletion', 'trash'] as const) await makeVideo(owner.id, { hold })
    const list = await client.json<{ id: number }[]>('GET', '/api/videos/my-videos')
    expect(list.map(({ id }) => id)).toEqual(shown.map(({ id }) => id).reverse())
    expect(await client.json('GET', '/api/videos/my-videos/counts')).toMatchObject({ all: 2, public: 2 })
  })
})

async function kept(categoryId: number): Promise<number | undefined> {
  const [row] = await db.select().from(categories).where(eq(categories.id, categoryId))
  return row?.videoCount
}

async function recount(categoryId: number): Promise<number> {
  const rows = await db.select().from(videos).where(eq(videos.categoryId, categoryId))
  return rows.filter(isVisible).length
}

function isVisible({ status, review, isPublic, hold }: typeof videos.$inferSelect): boolean {
  return status === 'ready' && review === 'approved' && isPublic && hold === null
}

async function keptOf(userId: number) {
  const [row] = await db.select().from(ownerCounts).where(eq(ownerCounts.userId, userId))
  const none = {
    total: 0,
    public: 0,
    premium: 0,
    unlisted: 0,
    scheduled: 0,
    visible: 0,
    views: 0,
    followers: 0,
  }
  return row ?? { userId, ...none }
}

async function recountOf(userId: number) {
  const all = await db.select().from(videos).where(eq(videos.userId, userId))
  // My Videos no longer lists videos that staff removed or that are being deleted.
  const rows = all.filter(({ hold }) => hold === null || hold === 'quarantine')
  return {
    userId,
    total: rows.length,
    public: rows.filter((row) => row.isPublic).length,
    premium: rows.filter((row) => row.isPremium).length,
    unlisted: rows.filter((row) => !row.isPublic && row.unlistedKey !== null).length,
    scheduled: rows.filter((row) => !row.isPublic && row.publishAt !== null).length,
    visible: all.filter(isVisible).length,
    views: all.filter(isVisible).reduce((sum, { viewsListed }) => sum + viewsListed, 0),
    followers: 0,
  }
}
