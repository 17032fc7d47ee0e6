import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OwnCounts, Video } from '#contract/schemas/videos/video'
import { categories, videos } from '#db/schema'
import { problemOf, TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { makeCategory, makeUser, makeVideo, signInAs, testDb, videoRow } from '#test/support/factories'
import { decide } from '#test/support/moderation/review'
import { runCron } from '#worker/jobs/cron'
import { publishDue } from '#worker/services/videos/publishing/publish-due'

const db = testDb()
const minute = 60_000
const day = 24 * 60 * minute
const start = Math.ceil(Date.now() / day) * day
let owner: { id: number; username: string }
let uploader: TestClient
const visitor = new TestClient()

beforeAll(async () => {
  owner = await makeUser()
  uploader = await signInAs(owner)
  uploader.now = start
})

const iso = (at: number) => new Date(at).toISOString()

async function schedule(at: number, change: Parameters<typeof makeVideo>[1] = {}) {
  const { id } = await makeVideo(owner.id, change)
  const video = await uploader.json<Video>('PATCH', `/api/videos/${id}`, { publishAt: iso(at) })
  expect(video).toMatchObject({ visibility: 'private', isPublic: false, publishAt: iso(at) })
  return id
}

async function isShown(id: number): Promise<boolean> {
  return (await visitor.get(`/api/videos/${id}`)).status === 200
}

async function countOf(categoryId: number): Promise<number | undefined> {
  const [row] = await db.select().from(categories).where(eq(categories.id, categoryId))
  return row?.videoCount
}

describe('a video that is published later', () => {
  it('is private until its minute, public from then on, and counted once', async () => {
    const categoryId = await makeCategory()
    const at = start + 3 * minute
    const id = await schedule(at, { categoryId })
    const counts = () => uploader.json<OwnCounts>('GET', '/api/videos/my-videos/counts')
    const before = await counts()
    await runCron(await jobContext(at - minute))
    expect([await isShown(id), await countOf(categoryId)]).toEqual([false, 0])
    await runCron(await jobContext(at))
    expect([await isShown(id), await countOf(categoryId)]).toEqual([true, 1])
    await runCron(await jobContext(at + minute))
    expect(await countOf(categoryId)).toBe(1)
    const after = await counts()
    expect([after.public - before.public, after.scheduled - before.scheduled]).toEqual([1, -1])
    expect(await videoRow(id)).toMatchObject({ isPublic: true, publishAt: null })
    // It was uploaded later, but public earlier.
    const other = await makeVideo(owner.id, { categoryId, createdAt: at - minute })
    const listed = await visitor.json<Video[]>('GET', `/api/videos?categoryId=${categoryId}`)
    expect(listed.map((video) => [video.id, video.createdAt])).toEqual([
      [id, iso(at)],
      [other.id, iso(at - minute)],
    ])
    expect('publishAt' in (listed[0] ?? {})).toBe(false)
  })

  it('is published once by runs that overlap, and by one that follows a run that was cut off', async () => {
    const at = start + 5 * minute
    const categoryId = await makeCategory()
    const ids = await Promise.all([1, 2, 3].map(() => schedule(at, { categoryId })))
    const ctx = await jobContext(at)
    await Promise.all([publishDue(ctx), publishDue(ctx), publishDue(ctx)])
    await publishDue(ctx)
    const rows = await Promise.all(ids.map((id) => videoRow(id)))
    expect(new Set(rows.map((row) => row?.revision))).toEqual(new Set([rows[0]?.revision]))
    expect(await countOf(categoryId)).toBe(3)
  })

  it('can be put off, brought forward and called off', async () => {
    const patch = (id: number, json: unknown) => uploader.json<Video>('PATCH', `/api/videos/${id}`, json)
    const [later, sooner, never, now] = await Promise.all(
      [1, 2, 3, 4].map(() => schedule(start + 20 * minute)),
    )
    await patch(later ?? 0, { publishAt: iso(start + 40 * minute) })
    await patch(sooner ?? 0, { publishAt: iso(start + 10 * minute) })
    expect(await patch(never ?? 0, { publishAt: null })).toMatchObject({
      visibility: 'private',
      publishAt: null,
    })
    expect(await patch(now ?? 0, { visibility: 'public' })).toMatchObject({ isPublic: true, publishAt: null })
    await publishDue(await jobContext(start + 10 * minute))
    expect(await Promise.all([later, sooner, never].map((id) => isShown(id ?? 0)))).toEqual([
      false,
      true,
      false,
    ])
    await publishDue(await jobContext(start + 30 * minute))
    expect(await isShown(later ?? 0)).toBe(false)
    await publishDue(await jobContext(start + 40 * minute))
    expect(await isShown(later ?? 0)).toBe(true)
    expect(await isShown(never ?? 0)).toBe(false)
  })

  it('is not undone by a change that was decided before its minute', async () => {
    const at = start + 50 * minute
    const id = await schedule(at)
    const { revision } = (await videoRow(id)) ?? {}
    await publishDue(await jobContext(at))
    expect((await videoRow(id))?.revision).toBe((revision ?? 0) + 1)
  })

  it.each([
    ['pending', { review: 'pending' }],
    ['rejected', { review: 'rejected' }],
    ['processing', { status: 'processing' }],
    ['in quarantine', { hold: 'quarantine' }],
    ['of a banned account', { hold: 'ban' }],
    ['of a leaving account', { hold: 'deletion' }],
    ['removed', { hold: 'removed' }],
  ] as const)('waits while it is %s, and follows when it no longer is', async (_, change) => {
    const at = start + 60 * minute
    const id = await schedule(at)
    await db.update(videos).set(change).where(eq(videos.id, id))
    await publishDue(await jobContext(at + minute))
    expect(await videoRow(id)).toMatchObject({ isPublic: false, publishAt: at })
    const released = { review: 'approved', status: 'ready', hold: null } as const
    await db.update(videos).set(released).where(eq(videos.id, id))
    expect(await isShown(id)).toBe(false)
    await publishDue(await jobContext(at + 2 * minute))
    expect(await isShown(id)).toBe(true)
  })

  it('follows an approval that came after its minute, and is not what the approval shows', async () => {
    const admin = await signInAs(await makeUser({ isAdmin: true }))
    const at = start + 60 * minute
    const id = await schedule(at)
    await db.update(videos).set({ review: 'pending', waitingSince: 1 }).where(eq(videos.id, id))
    await publishDue(await jobContext(at))
    expect((await decide(admin, 'approve', id)).status).toBe(200)
    expect(await isShown(id)).toBe(false)
    await publishDue(await jobContext(at + minute))
    expect(await isShown(id)).toBe(true)
  })
})

describe('the time', () => {
  it.each([
    ['past', start - 1000, 'This time has passed. Choose a later one.'],
    ['now', start, 'This time has passed. Choose a later one.'],
    ['over a year ahead', start + 367 * day, 'Choose a time within the next 12 months.'],
  ])('is refused when it is %s, on upload and later', async (_, at, sentence) => {
    const { id } = await makeVideo(owner.id)
    const publishAt = iso(at)
    for (const refused of [
      await uploader.request('PATCH', `/api/videos/${id}`, { json: { publishAt } }),
      await uploader.request('PATCH', `/api/videos/${id}`, { json: { visibility: 'private', publishAt } }),
    ]) {
      const { detail, errors } = await problemOf(refused)
      expect([refused.status, detail, errors?.[0]?.path]).toEqual([400, sentence, 'publishAt'])
    }
    expect(await isShown(id)).toBe(true)
  })

  it.each(['tomorrow', '2026-12-24', '2026-12-24T10:00', '', 5])('is refused as %j', async (publishAt) => {
    const { id } = await makeVideo(owner.id)
    const refused = await uploader.request('PATCH', `/api/videos/${id}`, { json: { publishAt } })
    expect([refused.status, (await problemOf(refused)).detail]).toEqual([
      400,
      'Please enter a date and time.',
    ])
  })

  it.each(['public', 'unlisted'])('is refused beside %s', async (visibility) => {
    const { id } = await makeVideo(owner.id)
    const json = { visibility, publishAt: iso(start + day) }
    const refused = await uploader.request('PATCH', `/api/videos/${id}`, { json })
    expect([refused.status, (await problemOf(refused)).errors?.[0]?.path]).toEqual([400, 'publishAt'])
  })

  it('is sent back as it is after it passed, while something else keeps the video', async () => {
    const at = start + day
    const id = await schedule(at)
    await db.update(videos).set({ review: 'pending' }).where(eq(videos.id, id))
    const late = uploader.copy()
    late.now = at + day
    const json = { title: 'A title for later', visibility: 'private', publishAt: iso(at) }
    expect((await late.request('PATCH', `/api/videos/${id}`, { json })).status).toBe(200)
    expect(await videoRow(id)).toMatchObject({ title: 'A title for later', publishAt: at })
  })

  it('is the same moment in whatever zone it is written', async () => {
    const { id } = await makeVideo(owner.id)
    const zone = fc.tuple(fc.integer({ min: -12, max: 13 }), fc.constantFrom(0, 30, 45))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 360 * 24 * 60 }), zone, async (minutes, [hours, more]) => {
        const at = start + minutes * minute
        const offset = (Math.abs(hours) * 60 + more) * (hours < 0 ? -1 : 1)
        const two = (number: number) => String(number).padStart(2, '0')
        const written = `${iso(at + offset * minute).slice(0, 19)}${hours < 0 ? '-' : '+'}${two(Math.abs(hours))}:${two(more)}`
        const video = await uploader.json<Video>('PATCH', `/api/videos/${id}`, { publishAt: written })
        expect([written, video.publishAt]).toEqual([written, iso(at)])
      }),
      { numRuns: 10 },
    )
  })
})
