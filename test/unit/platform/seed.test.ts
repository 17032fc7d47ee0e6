import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { getPlatformProxy } from 'wrangler'
import { smallestGroup } from '#contract/values/videos/statistics'
import { reviews, videoStatuses } from '#contract/values/videos/video'
import { createDb, type Db } from '#db/client'
import { waitingCounts } from '#db/queries/site/overview'
import {
  captions,
  dailyStats,
  entitlementEvents,
  mediaObjects,
  ownerDays,
  payments,
  renditions,
  segmentIndexes,
  settings,
  storageTotals,
  subscriptions,
  uploads,
  users,
  videoCurves,
  videoDays,
  videos,
} from '#db/schema'
import { audience } from '#dev/seed/audience'
import { demoVideos } from '#dev/seed/catalogue'
import { ladderFiles } from '#dev/seed/ladder-files'
import { seedLocal } from '#dev/seed/seed'
import { migrations } from '#tools/database/migrations'
import { hashFile } from '#worker/formats/hash-file'
import { probeVideo } from '#worker/formats/probe/probe'
import { readerOf } from '#worker/formats/read-at'
import { stripImage } from '#worker/formats/strip-image'
import { clipRefusal, ladderRefusal, storyboardGrid } from '#worker/policy/derived-files'
import { testVars } from '../../support/vars'

// An emulator in another process stores two hundred files.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

const stateDir = mkdtempSync(join(tmpdir(), 'seed-'))
const vars = { ...testVars, ENVIRONMENT: 'local' }
const run = (dir = stateDir) => seedLocal({ stateDir: dir, sandboxState: join(dir, 'sandbox.json'), vars })

const open = (dir = stateDir) =>
  getPlatformProxy<Env>({ persist: { path: join(dir, 'v3') }, remoteBindings: false })

async function withState<T>(use: (db: Db, d1: D1Database) => Promise<T>, dir = stateDir): Promise<T> {
  const { env, dispose } = await open(dir)
  try {
    return await use(createDb(env.DB), env.DB)
  } finally {
    await dispose()
  }
}

/** Result of the first run, whose state every test inspects. */
let filled: Awaited<ReturnType<typeof run>>

beforeAll(async () => {
  await withState((_, d1) => d1.batch(migrations().map((script) => d1.prepare(script))))
  filled = await run()
})
afterAll(() => rmSync(stateDir, { recursive: true }))

/** Returns all of the site's rows about files. */
async function files(db: Db) {
  const [rows, indexes, objects, tracks] = await Promise.all([
    db.select().from(renditions),
    db.select().from(segmentIndexes),
    db.select().from(mediaObjects),
    db.select().from(captions),
  ])
  return { renditions: rows, indexes, objects, tracks }
}

/** Restores a state from before there were ladders. */
async function forget(db: Db, ids: number[]): Promise<void> {
  await db.delete(renditions).where(inArray(renditions.videoId, ids))
  await db.delete(captions).where(inArray(captions.videoId, ids))
  const none = { storyboardKey: null, storyboardBytes: null, storyboardRows: null }
  await db
    .update(videos)
    .set({ ...none, previewKey: null, previewBytes: null })
    .where(inArray(videos.id, ids))
}

it('the seed fills an empty database, and has nothing to do after that', async () => {
  expect(filled).toBe('filled')
  const before = await withState(files)
  expect(await run()).toBe('nothing')
  expect(await withState(files)).toEqual(before)
})

describe('what the seed fills a database with', () => {
  let site: Awaited<ReturnType<typeof open>>
  let db: Db

  // Opened once for all tests that only read: an emulator takes a second to start.
  beforeAll(async () => {
    site = await open()
    db = createDb(site.env.DB)
  })
  afterAll(() => site.dispose())

  it('shows an audience of thirty days, the same one to uploaders and to operators', async () => {
    const [watched, curves, owned, plays] = await Promise.all([
      db.select().from(videoDays),
      db.select().from(videoCurves),
      db.select().from(ownerDays),
      db.select().from(dailyStats).where(eq(dailyStats.name, 'plays')),
    ])
    const viewsByDay = (rows: { day: number; views: number }[]) => {
      const sums = new Map<number, number>()
      for (const { day, views } of rows) sums.set(day, (sums.get(day) ?? 0) + views)
      return [...sums].sort(([a], [b]) => a - b)
    }
    expect(plays).toHaveLength(30)
    expect(plays.every(({ value }) => value > 100)).toBe(true)
    expect(viewsByDay(watched)).toEqual(viewsByDay(plays.map(({ day, value }) => ({ day, views: value }))))
    expect(viewsByDay(owned)).toEqual(viewsByDay(watched))
    const reported = watched.filter(({ reports }) => reports > 0)
    expect(reported).toHaveLength(curves.length)
    const reports = new Map(reported.map((row) => [`${row.videoId} ${row.day}`, row]))
    for (const { videoId, day, reports: viewers, ...parts } of curves) {
      const seenParts = Object.values(parts).reduce((all, part) => all + part, 0)
      expect(reports.get(`${videoId} ${day}`)).toMatchObject({ country: '', reports: viewers, seenParts })
    }
    expect(curves.every(({ reports, part0, part19 }) => reports >= part0 && part0 >= part19)).toBe(true)
  })

  it('makes nobody premium but those who bought a term', async () => {
    const granted = await db
      .select({ username: users.username })
      .from(entitlementEvents)
      .innerJoin(payments, eq(payments.id, entitlementEvents.paymentId))
      .innerJoin(users, eq(users.id, payments.userId))
      .where(eq(payments.status, 'captured'))
    const names = granted.map(({ username }) => username)
    expect(names.filter((name) => !audience.includes(name)).sort()).toEqual(['creator', 'member'])
    expect(await db.select().from(subscriptions)).toHaveLength(names.length)
    expect(await db.select().from(payments)).toHaveLength(names.length)
  })

  it('has days that agree with each other: money with payments, views with totals, members with terms', async () => {
    const days = await db.select().from(dailyStats)
    const sumOf = (wanted: string) =>
      days.reduce((sum, { name, value }) => (name === wanted ? sum + value : sum), 0)
    const paid = await db.select().from(payments)
    for (const currency of ['USD', 'INR']) {
      const own = paid.filter((payment) => payment.currency === currency)
      expect(own.length).toBeGreaterThan(0)
      expect(sumOf(`charged:${currency}`)).toBe(
        own.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0),
      )
    }
    const accounts = await db.select().from(users)
    expect(sumOf('signups')).toBe(accounts.length)
    for (const { userId, providerCreatedAt } of paid)
      expect(accounts.find(({ id }) => id === userId)?.createdAt).toBeLessThan(providerCreatedAt)

    const rows = await db.select().from(videoDays)
    const month = Math.min(...rows.map(({ day }) => day)) * 24 * 3600_000
    for (const { id, views, likes, createdAt } of await db.select().from(videos)) {
      const own = rows.filter(({ videoId }) => videoId === id)
      const sum = (name: 'views' | 'likes') => own.reduce((total, row) => total + row[name], 0)
      if (createdAt >= month) expect([sum('views'), sum('likes')]).toEqual([views, likes])
      else expect([sum('views') <= views, sum('likes') <= likes]).toEqual([true, true])
    }
    const sales = rows.reduce((sum, row) => sum + row.sales, 0)
    expect([sales >= smallestGroup, sales < paid.length]).toEqual([true, true])
    // The same numbers that cron would have counted.
    const events = await db.select().from(entitlementEvents)
    for (const { day, value } of days.filter(({ name }) => name === 'premium'))
      expect(value).toBe(events.filter(({ at }) => at < (day + 1) * 24 * 3600_000).length)
  })

  it('has a video of each state, and something to decide in each queue', async () => {
    const all = await db.select().from(videos)
    for (const status of videoStatuses) expect(all.some((video) => video.status === status)).toBe(true)
    for (const review of reviews) expect(all.some((video) => video.review === review)).toBe(true)
    for (const column of ['unlistedKey', 'publishAt'] as const)
      expect(all.some((video) => video[column] !== null)).toBe(true)
    expect(all.some(({ hold }) => hold === 'removed')).toBe(true)
    const waiting = await waitingCounts(db, ['reports', 'removals', 'appeals', 'claims', 'pending'], 10)
    expect(waiting).toEqual([{ reports: 3, removals: 1, appeals: 1, claims: 1, pending: 1 }])
  })

  it('lets its accounts do all that theirs may: addresses are confirmed, a premium video may be downloaded', async () => {
    const accounts = await db.select().from(users)
    expect(accounts.every(({ emailVerifiedAt }) => emailVerifiedAt !== null)).toBe(true)
    const all = await db.select().from(videos)
    expect(all.some(({ isPremium, allowDownload }) => isPremium && allowDownload)).toBe(true)
    expect(all.every(({ posterStyle }) => posterStyle === 'clear')).toBe(true)
    expect(await db.select().from(settings)).toEqual([expect.objectContaining({ offersDownloads: true })])
  })

  it('gives every video ladder, storyboard, preview and trailer, and captions to one', async () => {
    const media = site.env.MEDIA
    const { renditions: rows, indexes, objects, tracks } = await files(db)
    expect(await db.select().from(videos)).toHaveLength(demoVideos.length)
    const all = await db.select().from(videos).where(eq(videos.status, 'ready'))
    const indexOf = new Map(indexes.map((index) => [index.objectKey, index]))
    const objectOf = new Map(objects.map((object) => [object.key, object]))
    for (const video of all) {
      const own = rows.filter(({ videoId }) => videoId === video.id)
      expect(own.length).toBeGreaterThan(0)
      const shapes = own.map(({ objectKey }) => {
        const index = indexOf.get(objectKey)
        if (!index) throw new Error('A rendition without an index')
        const { width, height, firstTime: start } = index
        const list: [number, number][] = JSON.parse(index.segments)
        return { width, height, start, duration: list.reduce((sum, [, ms]) => sum + ms, 0) / 1000 }
      })
      const { width, height, duration, sourceType } = video
      const source = {
        width: width ?? 0,
        height: height ?? 0,
        duration: duration ?? 0,
        start: indexOf.get(video.sourceKey ?? '')?.firstTime ?? 0,
        type: sourceType ?? 'mp4',
      }
      // The site's own check of an uploader's renditions.
      expect(ladderRefusal(source, shapes, [])).toBeNull()
      const clip = demoVideos.find(({ title }) => title === video.title)?.clip ?? ''
      const preview = readFileSync(ladderFiles(clip).preview)
      const { video: pictures } = await probeVideo(readerOf(preview), preview.length)
      expect(pictures.map((picture) => clipRefusal('preview', source, picture))).toEqual([null])
      const trailer = readFileSync(ladderFiles(clip).trailer)
      const { video: shown } = await probeVideo(readerOf(trailer), trailer.length)
      expect(shown.map((picture) => clipRefusal('trailer', source, picture))).toEqual([null])
      expect(objectOf.get(video.trailerKey ?? '')).toMatchObject({ kind: 'trailer', bytes: trailer.length })
      const grid = stripImage(new Uint8Array(readFileSync(ladderFiles(clip).storyboard)))
      expect(storyboardGrid(source, grid)).toEqual({ rows: video.storyboardRows })
      expect(objectOf.get(video.storyboardKey ?? '')).toMatchObject({
        kind: 'storyboard',
        bytes: video.storyboardBytes,
      })
      expect(objectOf.get(video.previewKey ?? '')).toMatchObject({
        kind: 'preview',
        bytes: video.previewBytes,
      })
    }
    expect(new Set(tracks.map(({ videoId }) => videoId)).size).toBe(1)
    const [track] = tracks
    expect(await (await media.get(track?.objectKey ?? ''))?.text()).toMatch(/^WEBVTT\n\n/)
    const totals = await db.select().from(storageTotals).where(eq(storageTotals.kind, 'rendition'))
    expect(totals[0]?.objects).toBe(rows.length)
  })

  it('knows every film in it by its pictures, as after the job that reads them', async () => {
    const media = site.env.MEDIA
    const { objects } = await files(db)
    const films = objects.filter(({ contentType }) => contentType.startsWith('video/'))
    expect(new Set(films.map(({ kind }) => kind))).toEqual(
      new Set(['source', 'rendition', 'preview', 'trailer']),
    )
    for (const { key, contentType, sha256, pictureSha256, soundSha256, crc32 } of films) {
      const bytes = new Uint8Array((await (await media.get(key))?.arrayBuffer()) ?? [])
      const type = contentType === 'video/webm' ? 'webm' : 'mp4'
      const file = { chunks: [bytes], read: readerOf(bytes), size: bytes.length, type } as const
      const own = { sha256, pictureSha256, soundSha256, crc32, hasMessages: false }
      expect({ key, ...own }).toEqual({ key, ...(await hashFile(file)) })
      expect(pictureSha256).not.toBeNull()
    }
  })
})

it('has a like for three to five of a hundred views', () => {
  const shares = demoVideos.filter(({ views }) => views >= 1000).map(({ likes, views }) => likes / views)
  expect(shares.length).toBeGreaterThan(20)
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.03)
  expect(Math.max(...shares)).toBeLessThanOrEqual(0.05)
})

describe('the seed', () => {
  it('completes the demo videos that a killed run left without files, and nothing else', async () => {
    const killed = join(stateDir, 'killed')
    for (const name of ['v3', 'sandbox.json'])
      cpSync(join(stateDir, name), join(killed, name), { recursive: true })
    const { before, renamed, replaced, other } = await withState(async (db) => {
      const before = await db.select().from(videos).limit(5)
      const [renamed, replaced, other] = before
      if (!renamed || !replaced || !other) throw new Error('No videos')
      await forget(
        db,
        before.map(({ id }) => id),
      )
      await db.update(videos).set({ title: 'My own' }).where(eq(videos.id, renamed.id))
      const upload = {
        id: 'u',
        objectKey: replaced.sourceKey ?? '',
        r2UploadId: '',
        fingerprint: '',
        fileName: '',
      }
      await db.insert(uploads).values({
        ...upload,
        userId: replaced.userId,
        kind: 'video',
        status: 'used',
        size: 1,
        partSize: 1,
        contentType: 'video/mp4',
        createdAt: 0,
        touchedAt: 0,
      })
      await db.update(videos).set({ isPublic: false, description: 'Mine' }).where(eq(videos.id, other.id))
      return { before, renamed, replaced, other }
    }, killed)

    expect(await run(killed)).toBe('completed')
    await withState(async (db) => {
      const after = await db.select().from(videos).where(eq(videos.status, 'ready'))
      const rows = await db.select().from(renditions)
      for (const video of after) {
        const untouched = video.id === renamed.id || video.id === replaced.id
        expect(video.storyboardKey === null).toBe(untouched)
        expect(rows.some(({ videoId }) => videoId === video.id)).toBe(!untouched)
      }
      const { sourceKey } = before.find(({ id }) => id === other.id) ?? {}
      expect(after.find(({ id }) => id === other.id)).toMatchObject({
        isPublic: false,
        description: 'Mine',
        sourceKey,
      })
    }, killed)
    expect(await run(killed)).toBe('nothing')
  })

  it('refuses production', async () => {
    const sandboxState = join(stateDir, 'sandbox.json')
    await expect(seedLocal({ stateDir, sandboxState, vars: { ENVIRONMENT: 'production' } })).rejects.toThrow(
      'local databases only',
    )
  })
})
