import { env } from 'cloudflare:workers'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users, videos } from '#db/schema'
import { deleteDueAccounts } from '#worker/services/leaving/account-deletion/delete-due'
import { deleteAccount, deletionSteps } from '#worker/services/leaving/account-deletion/index'
import { signInTo } from '../../support/accounts/bans'
import {
  deleteAllDue,
  dyingContext,
  isKilled,
  leave,
  letWindowsEnd,
  over,
  type Person,
  start,
  stillStored,
} from '../../support/accounts/leaving'
import { jobContext } from '../../support/context'
import { runAll } from '../../support/cron'
import { makeUser, testDb, videoRow } from '../../support/factories'
import { liveFully, makeVideosWithTraces } from '../../support/full-life'
import { signInAt } from '../../support/moderation/removals'
import { type Marks, marksOf, raiseIds, tableNames, tracesOf } from '../../support/moderation/traces'
import { wrongTagCounts } from '../../support/videos/tags'

const db = testDb()
beforeAll(() => raiseIds(env.DB))

/**
 * Columns where decision 019 allows the ID of an account to remain although no case needs it. Its names
 * remain nowhere.
 */
const kept = [
  'users.email',
  'users.email_canonical',
  'users.id',
  'users.username',
  'users.username_canonical',
  'users.username_skeleton',
  'audit_log.actor_id',
  'audit_log.subject_id',
  'legal_acceptances.user_id',
  'claims.id',
  'claims.ref',
  'claims.user_id',
  'entitlement_events.user_id',
  'premium_gifts.user_id',
  'gift_events.user_id',
  'gift_codes.redeemed_by',
  'gift_code_events.user_id',
  'pay_orders.id',
  'pay_orders.user_id',
  'payments.user_id',
  'reports.owner_id',
  'removal_requests.owner_id',
  'removals.owner_id',
  'removals.video_id',
]

/**
 * Tables without accounts. Every other table must have a trace of a full life, or that life is incomplete.
 */
const impersonal = [
  'categories',
  'settings',
  'legal_documents',
  'legal_defaults',
  'daily_stats',
  'batch_assert',
  'storage_totals',
  'storage_scans',
  'orphan_objects',
  'blocked_hashes',
  'removal_hashes',
  // Written and chosen by staff.
  'newsletter_issues',
  'site_logos',
  'gift_code_batches',
  // Counts of visits without their visitors.
  'field_counts',
  // IDs of payments, which are part of the books.
  'payment_refs',
  'payment_alerts',
  'ledger',
  'disputes',
  'webhook_events',
  // Rows exist only while a new file is being read: see videos-replace-refused.
  'replaced_files',
  // IDs of messages, names of tasks and of processors.
  'dead_letters',
  'leases',
  'cron_runs',
  'payment_books',
  // Rows exist only for accounts with cases: see account-cases.
  'deleted_accounts',
  // Rows exist for a minute at most: see comments.test.
  'comments_left',
  // Rows don't say who made them.
  'tags',
  'refused_terms',
  // Words of videos. Cron soon deletes those that no public video contains: see forget-words.
  'search_words',
  'search_typos',
]

async function expectGone(person: Person, marks: Marks, keys: readonly string[]): Promise<void> {
  await letWindowsEnd()
  const { named, numbered } = await tracesOf(env.DB, marks)
  expect(named).toEqual([])
  expect(numbered.filter((place) => !kept.includes(place))).toEqual([])
  expect(await stillStored(keys)).toEqual([])
  const [row] = await db.select().from(users).where(eq(users.id, person.id))
  expect(row).toMatchObject({
    username: `deleted-${person.id}`,
    email: `deleted-${person.id}@deleted.invalid`,
    passwordHash: '',
    isAdmin: false,
    staff: null,
    deleteAt: null,
  })
}

/** Creates an account that has left, with one of everything and this many videos. */
async function leftWithVideos(count: number) {
  const person = await makeUser()
  const { keys } = await liveFully(person)
  keys.push(...(await makeVideosWithTraces(person.id, count)))
  const marks = await marksOf(env.DB, person)
  await leave(person)
  return { person, keys, marks }
}

describe('an account whose days are over', () => {
  it('leaves nothing but what the books and the law need, in any column of any table', async () => {
    const person = await makeUser()
    const { keys, other } = await liveFully(person)
    keys.push(...(await makeVideosWithTraces(person.id, 3)))
    const marks = await marksOf(env.DB, person)
    const lived = await tracesOf(env.DB, marks)
    await leave(person)
    const left = await tracesOf(env.DB, marks)
    const touched = [lived, left].flatMap(({ named, numbered }) => [...named, ...numbered])
    const tables = new Set(touched.map((place) => place.split('.')[0]))
    expect(
      tableNames()
        .filter((name) => !tables.has(name))
        .sort(),
    ).toEqual([...impersonal].sort())
    await deleteAllDue()
    await expectGone(person, marks, keys)
    expect((await tracesOf(env.DB, marks)).numbered).toEqual([...kept].sort())
    expect((await videoRow(other))?.likes).toBe(0)
    expect(await wrongTagCounts()).toEqual([])
    expect((await signInTo(person.username, over)).status).toBe(401)
  })

  it('leaves none of the words that staff wrote about it, in the log either, and no role', async () => {
    const person = await makeUser({ staff: 'support' })
    const admin = await signInAt(await makeUser({ isAdmin: true }), start)
    const at = (path: string) => `/api/admin/users/${person.id}/${path}`
    const words = `As ${person.username} asked.`
    const written = [
      await admin.request('POST', at('notes'), { json: { text: words } }),
      await admin.request('POST', at('warnings'), { json: { text: words } }),
      await admin.request('POST', at('gifts'), { json: { days: 3, reason: words } }),
    ]
    expect(written.map(({ ok }) => ok)).toEqual([true, true, true])
    const [gift] = await admin.json<{ id: string }[]>('GET', at('gifts'))
    const revoke = `/api/admin/gifts/${gift?.id}/revoke`
    expect((await admin.request('POST', revoke, { json: { reason: words } })).status).toBe(204)
    const marks = await marksOf(env.DB, person)
    await leave(person)
    await deleteAllDue()
    await expectGone(person, marks, [])
  })

  it('is erased whatever it was killed in, and however often, with 200 videos', async () => {
    const { person, keys, marks } = await leftWithVideos(200)
    let deaths = 0
    for (let round = 0; ; round += 1) {
      // Dies after every number of calls up to the number that covers everything; before or after the last
      // call takes effect.
      const ctx = await dyingContext(over, 1 + (round % 40), round % 2 === 0)
      try {
        await deleteDueAccounts(ctx)
      } catch (error) {
        if (!isKilled(error)) throw error
        deaths += 1
      }
      const [row] = await db.select().from(users).where(eq(users.id, person.id))
      if (row?.deleteAt === null) break
      expect(round).toBeLessThan(400)
    }
    expect(deaths).toBeGreaterThan(20)
    await expectGone(person, marks, keys)
    expect(await db.select().from(videos).where(eq(videos.userId, person.id))).toEqual([])
    expect((await env.MEDIA.list({ prefix: `m/${person.id}-` })).objects).toEqual([])
  }, 120_000)

  it('is erased when runs die behind each of the steps, one after the other', async () => {
    const { person, keys, marks } = await leftWithVideos(2)
    const ctx = await jobContext(over)
    await db.update(users).set({ deletingAt: over }).where(eq(users.id, person.id))
    for (const last of deletionSteps.keys())
      for (const { runBatch } of deletionSteps.slice(0, last + 1)) while (!(await runBatch(ctx, person.id)));
    await deleteAllDue()
    await expectGone(person, marks, keys)
  })

  it('is erased in batches, of which each run takes so many', async () => {
    const person = await makeUser()
    const keys = await makeVideosWithTraces(person.id, 130)
    const marks = await marksOf(env.DB, person)
    await leave(person)
    await db.update(users).set({ deletingAt: over }).where(eq(users.id, person.id))
    const ctx = await jobContext(over)
    const budget = { batches: 2 }
    expect(await deleteAccount(ctx, person.id, budget)).toBe(false)
    expect(budget.batches).toBe(0)
    expect((await db.select().from(videos).where(eq(videos.userId, person.id))).length).toBe(30)
    expect(await deleteAccount(ctx, person.id, { batches: 100 })).toBe(true)
    await expectGone(person, marks, keys)
  })

  it('is erased once by a cron that runs every minute, and stays as it is then', async () => {
    const person = await makeUser()
    await leave(person)
    await runAll(await jobContext(over))
    const [row] = await db.select().from(users).where(eq(users.id, person.id))
    expect(row).toMatchObject({ username: `deleted-${person.id}`, deletingAt: over })
    await runAll(await jobContext(over + 60_000))
    expect(await db.select().from(users).where(eq(users.id, person.id))).toEqual([row])
  })

  it('keeps no other from being erased when it can’t be', async () => {
    const [first, second] = [await makeUser(), await makeUser()]
    await leave(first)
    await leave(second)
    const ctx = await jobContext(over)
    const away = () => Promise.reject(new Error('R2 is away'))
    await makeVideosWithTraces(first.id, 1)
    const marks = await marksOf(env.DB, first)
    await expect(deleteDueAccounts({ ...ctx, media: { ...ctx.media, remove: away } })).rejects.toThrow(
      'R2 is away',
    )
    const rows = await db
      .select()
      .from(users)
      .where(inArray(users.id, [first.id, second.id]))
    expect(rows.map(({ username }) => username)).toEqual([first.username, `deleted-${second.id}`])
    await deleteAllDue()
    await expectGone(first, marks, [])
  })

  it('is erased although somebody signed up with the address that it gets', async () => {
    const [person, other] = [await makeUser(), await makeUser()]
    const email = `deleted-${person.id}@deleted.invalid`
    await db.update(users).set({ email, emailCanonical: email }).where(eq(users.id, other.id))
    await leave(person)
    await deleteAllDue()
    const [row] = await db.select().from(users).where(eq(users.id, person.id))
    expect(row?.username).toBe(`deleted-${person.id}`)
  })

  it('frees its name and its address', async () => {
    const person = await makeUser()
    await leave(person)
    await deleteAllDue(start + 7 * 86_400_000)
    await db.insert(users).values({
      username: person.username,
      usernameCanonical: person.username,
      usernameSkeleton: person.username,
      email: `${person.username}@example.com`,
      emailCanonical: `${person.username}@example.com`,
      passwordHash: 'x',
      createdAt: over,
    })
  })
})
