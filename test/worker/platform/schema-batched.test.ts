import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { searchSorts } from '#contract/values/videos/search'
import { createDb, zeroCounts } from '#db/client'
import { sessionWithAccount } from '#db/queries/accounts/sessions'
import { accountByUsername } from '#db/queries/accounts/users'
import { accountsNamed, accountsPage, membersPage } from '#db/queries/moderation/users-admin'
import { listPayments, shownPayment } from '#db/queries/payments/admin'
import { eventsOf } from '#db/queries/payments/entitlements'
import { auditPage, planAudit } from '#db/queries/shared/audit'
import { allCategories } from '#db/queries/videos/categories'
import { ownPage } from '#db/queries/videos/own-videos'
import { ladderOf } from '#db/queries/videos/renditions'
import { searchedVideos } from '#db/queries/videos/search/search'
import { titlesBeginning } from '#db/queries/videos/search/suggest'
import { publicVideos, videoById } from '#db/queries/videos/video'
import { payments, sessions, users, videos } from '#db/schema'
import { fillVideos, makeCategory, makeUser, makeVideo, signInAs, testDb } from '../../support/factories'
import { addLadder } from '../../support/videos/ladder'

const db = testDb()
let userId: number
let username: string
let categoryId: number
let ids: number[]
let sessionIds: string[]
let laddered: { id: number; sourceKey: string | null }
let paymentId: string

beforeAll(async () => {
  const user = await makeUser({ premiumUntil: 5 })
  userId = user.id
  username = user.username
  await signInAs(user)
  categoryId = await makeCategory()
  for (const isPremium of [false, true]) await fillVideos(userId, 8, { categoryId, isPremium })
  const about = { latitude: 1.5, description: 'Has all that a row can have', reason: 'x' }
  const video = await makeVideo(userId, about)
  await addLadder(video)
  laddered = video
  const [payment] = await db.select().from(payments).where(eq(payments.userId, userId))
  paymentId = payment?.id ?? ''
  ids = (await db.select({ id: videos.id }).from(videos)).map(({ id }) => id)
  sessionIds = (await db.select({ id: sessions.id }).from(sessions)).map(({ id }) => id)
})

/** Queries with joins, or with several columns of the same name. */
const query = fc.oneof(
  fc.nat().map((at) => () => videoById(db, ids[at % ids.length] ?? 0)),
  fc.nat().map((at) => () => sessionWithAccount(db, sessionIds[at % sessionIds.length] ?? '')),
  fc.boolean().map((known) => () => accountByUsername(db, known ? username : 'nobody')),
  fc.constant(() => allCategories(db)),
  fc.boolean().map((known) => () => ladderOf(db, laddered.id, (known && laddered.sourceKey) || 'none', 1)),
  fc.boolean().map((known) => () => shownPayment(db, known ? paymentId : 'none')),
  fc.constantFrom(undefined, 'captured' as const).map((status) => () => listPayments(db, { status }, 5)),
  fc.constant(() => eventsOf(db, userId)),
  fc.constant(() => accountsPage(db, { filter: 'all' }, 0, 5)),
  fc.constantFrom(undefined, { until: 5, id: 0 }).map((after) => () => membersPage(db, 0, 5, after)),
  fc
    .constantFrom('u', 'none')
    .map((text) => () => accountsNamed(db, { name: text, mail: text, filter: 'all' }, 0, 5)),
  fc
    .constantFrom({}, { subject: 'user', action: 'user.ban' })
    .map((filter) => () => auditPage(db, planAudit(filter), 5)),
  fc
    .constantFrom('clip', 'none')
    .map((word) => () => titlesBeginning(db, { words: [word], folded: word }, 5)),
  fc.record({ words: fc.constantFrom(['clip'], ['clip', '1']), sort: fc.constantFrom(...searchSorts) }).map(
    ({ words, sort }) =>
      () =>
        searchedVideos(db, { asked: { words, joined: 'AND' }, filter: {}, sort, limit: 5 }),
  ),
  fc
    .record({
      tab: fc.constantFrom('all', 'public', 'private', 'premium', 'free', 'deleted'),
      sort: fc.constantFrom('date', 'views', 'length'),
    })
    .map((list) => () => ownPage(db, { ...list, userId, isAscending: false, words: [] }, 4)),
  fc
    .record({
      inCategory: fc.boolean(),
      isPremium: fc.constantFrom(undefined, true, false),
      sort: fc.constantFrom('newest', 'popular'),
      limit: fc.integer({ min: 1, max: 9 }),
      after: fc.constantFrom(undefined, { key: 2, id: 9 }),
    })
    .map((list) => () => publicVideos(db, { ...list, categoryId: list.inCategory ? categoryId : undefined })),
)

describe('a query', () => {
  it('answers the same alone as in a batch', async () => {
    await fc.assert(
      fc.asyncProperty(query, fc.array(query, { maxLength: 4 }), async (first, others) => {
        const makes = [first, ...others]
        const alone: unknown[] = []
        for (const make of makes) alone.push(await make())
        const batched: unknown[] = await db.batch([first(), ...others.map((make) => make())])
        expect(batched).toEqual(alone)
      }),
      { numRuns: 60 },
    )
  }, 30_000)

  it('whose columns share a name is refused before it runs, alone and in a batch', async () => {
    const clash = () =>
      db
        .select({ video: videos.id, account: users.id })
        .from(videos)
        .innerJoin(users, eq(users.id, videos.userId))
    expect(() => clash().prepare()).toThrow('Two result columns are named id')
    await expect(async () => db.batch([clash()])).rejects.toThrow('Two result columns are named id')
  })

  it('is counted with the rows that it read', async () => {
    const counts = zeroCounts()
    const counted = createDb(env.DB, counts)
    await videoById(counted, ids[0] ?? 0)
    expect(counts).toMatchObject({ queries: 1, trips: 1, rowsRead: 2, rowsWritten: 0 })
    await counted.batch([videoById(counted, ids[0] ?? 0), allCategories(counted)])
    expect(counts.queries).toBe(3)
  })
})
