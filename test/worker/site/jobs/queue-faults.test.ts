import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StorageScan } from '#contract/schemas/site/storage'
import type { ImportState } from '#contract/schemas/uploads/upload'
import type { Video } from '#contract/schemas/videos/video'
import { cronRuns, follows, mailOutbox, videos } from '#db/schema'
import { jobContext } from '#test/support/context'
import { runAll } from '#test/support/cron'
import { emptySite } from '#test/support/empty-site'
import {
  makeCategory,
  makeUpload,
  makeUser,
  makeVideo,
  randomLetters,
  signInAs,
  testDb,
  videoRow,
} from '#test/support/factories'
import { Faults, FaultyClient, faultyEnv } from '#test/support/faults'
import { makeTagged } from '#test/support/videos/tags'
import { runCron } from '#worker/jobs/cron'
import type { ServiceContext } from '#worker/services/context'
import { nudge } from '#worker/services/shared/send'

const db = testDb()
const minute = 60_000
const hour = 60 * minute

/** Tests the rows about the queues of "When a part of the platform fails" in docs/operating.md. */
describe('while the queues take no message', () => {
  const faults = new Faults()
  let admin: FaultyClient

  /** The messages that cron sent ten minutes later. */
  const sent: unknown[] = []
  const mailed: string[] = []

  async function done<Answer>(method: string, path: string, json?: object): Promise<Answer> {
    const response = await admin.request(method, path, json && { json })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (response.status === 204 ? undefined : await response.json()) as Answer
  }

  async function cron(): Promise<void> {
    const tenMinutes = 10 * minute
    // Late enough for the tasks that wait for messages, and early enough for those that look at recent
    // removals.
    const at = Math.ceil((Date.now() + 6 * minute) / tenMinutes) * tenMinutes
    const queue = {
      send: async (body: unknown) => void sent.push(body),
      sendBatch: async (messages: Iterable<{ body: unknown }>) =>
        void sent.push(...[...messages].map(({ body }) => body)),
    }
    const mailer: ServiceContext['mailer'] = { send: async ({ subject }) => void mailed.push(subject) }
    const queues = { jobs: queue, imports: queue } as unknown as Pick<ServiceContext, 'jobs' | 'imports'>
    await runAll({ ...(await jobContext(at)), ...queues, mailer })
  }

  const made = {} as Record<'published' | 'changed' | 'removed' | 'tagged' | 'sorted', number> & {
    oldPoster: string
    category: number
    tag: string
    scan: StorageScan
    imported: ImportState
    uploader: string
  }

  beforeAll(async () => {
    await emptySite()
    const user = await makeUser({ isAdmin: true })
    const userId = user.id
    admin = await signInAs(user, new FaultyClient(faults))
    const uploader = await makeUser()
    await db.insert(follows).values({ followerId: uploader.id, userId, followedAt: 0 })
    const [changed, removed] = [await makeVideo(userId), await makeVideo(uploader.id)]
    const category = await makeCategory()
    const sorted = await makeVideo(userId, { categoryId: category })
    const tag = randomLetters(8)
    const tagged = await makeTagged(userId, [tag])
    const [source, poster, newPoster] = [
      await makeUpload(userId),
      await makeUpload(userId, 'image'),
      await makeUpload(userId, 'image'),
    ]
    const rendition = await makeUpload(userId, 'rendition', { duration: 12.5 })

    faults.throws(/^(JOBS|IMPORTS) send/, 'Queue send failed')
    const files = { videoFile: source.id, thumbnailFile: poster.id }
    const about = { title: 'A walk', description: '', categoryId: 1 }
    Object.assign(made, {
      changed: changed.id,
      removed: removed.id,
      sorted: sorted.id,
      tagged: tagged.id,
      oldPoster: changed.posterKey,
      category,
      tag,
      uploader: `${uploader.username}@example.com`,
      published: (await done<Video>('POST', '/api/videos', { ...about, ...files })).id,
      imported: await done('POST', '/api/imports', { url: 'https://videos.example.com/a.mp4' }),
      scan: await done('POST', '/api/admin/storage/scan'),
    })
    const change = { renditions: [rendition.id], thumbnailFile: newPoster.id }
    await done('PATCH', `/api/videos/${changed.id}`, change)
    const removal = { reason: 'without_consent', note: 'Nobody agreed to it.' }
    await done('POST', `/api/admin/videos/${removed.id}/remove`, removal)
    await done('DELETE', `/api/admin/categories/${category}`)
    await done('PUT', `/api/admin/tags/${tag}/block`)
    await done('POST', '/api/auth/forgot', { email: made.uploader })
    await cron()
  })

  it('all of it was asked of them, and refused', () => {
    const names = [...faults.acts].filter((act) => /^(JOBS|IMPORTS) send/.test(act))
    for (const job of [
      'hash',
      'hash-derived',
      'prune-objects',
      'empty-category',
      'retag',
      'storage-scan',
      'mail',
    ])
      expect(names.some((act) => act.includes(`"${job}"`))).toBe(true)
    expect(names.some((act) => act.startsWith('IMPORTS'))).toBe(true)
  })

  it('a published video is hashed', () => {
    expect(sent).toContainEqual({ job: 'hash', videoId: made.published })
  })

  it("a video's new renditions, and a removed video's files, are hashed", () => {
    expect(sent).toContainEqual({ job: 'hash-derived', videoId: made.changed })
    expect(sent).toContainEqual({ job: 'hash-derived', videoId: made.removed })
  })

  it('a file that nothing shows any more is deleted', async () => {
    expect(await env.MEDIA.head(made.oldPoster)).toBeNull()
  })

  it('a deleted category gives its videos away', async () => {
    expect((await videoRow(made.sorted))?.categoryId).toBe(1)
  })

  it('a blocked tag is taken off', async () => {
    expect((await videoRow(made.tagged))?.tags).toEqual([])
  })

  it("followers' feeds are told of a new video", () => {
    expect(sent).toContainEqual({ job: 'announce', videoId: made.changed })
  })

  it('the comparison with R2 goes on', () => {
    expect(sent).toContainEqual({ job: 'storage-scan', scanId: expect.any(Number) })
    expect(made.scan).toMatchObject({ finishedAt: null })
  })

  it('email is sent', async () => {
    expect(mailed).toContain('Reset your password')
    const rows = await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, made.uploader))
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.every(({ sentAt }) => sentAt !== null)).toBe(true)
  })

  it('an import goes on', () => {
    expect(sent).toContainEqual({ importId: made.imported.id })
  })
})

describe.each(['throws', 'hangs'] as const)('where a message that is sent %s', (how) => {
  const sends = /^(JOBS|IMPORTS) send/
  let admin: FaultyClient

  beforeEach(async () => {
    await emptySite()
    admin = await signInAs(await makeUser({ isAdmin: true }), new FaultyClient())
    if (how === 'throws') admin.faults.throws(sends, 'Queue send failed')
    else admin.faults.hangs(sends)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('someone who publishes a video waits for nothing', async () => {
    const owner = await makeUser()
    const [source, poster] = [await makeUpload(owner.id), await makeUpload(owner.id, 'image')]
    const client = await signInAs(owner, new FaultyClient(admin.faults))
    const files = { videoFile: source.id, thumbnailFile: poster.id }
    const json = { title: 'A walk', description: '', categoryId: 1, ...files }
    // The test lets no time pass here.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    expect((await client.request('POST', '/api/videos', { json })).status).toBe(201)
    expect(admin.faults.count(sends)).toBeGreaterThan(0)
  })

  it('staff who have R2 compared wait for five seconds at most', async () => {
    const call = await admin.faults.outwait(5000, () => admin.request('POST', '/api/admin/storage/scan'))
    expect(await call.json()).toMatchObject({ finishedAt: null })
    expect(admin.faults.count(sends)).toBe(1)
  })

  it('cron goes on with its other tasks, does itself what may not wait, and says which failed', async () => {
    const { id: userId } = await makeUser()
    await makeVideo(userId)
    await makeVideo(userId, { status: 'processing' })
    await env.SETTINGS.put('settings', 'damaged')
    // So late that all of it is due, and in a minute without other tasks.
    const at = Math.ceil(Date.now() / hour + 1) * hour + 7 * minute
    const ctx = await jobContext(at, faultyEnv(admin.faults))
    await admin.faults.outwait(5000, () => runCron(ctx))
    expect(admin.faults.count(/^JOBS sendBatch/)).toBeGreaterThan(0)
    const [run] = await db.select().from(cronRuns)
    expect([
      run?.tasks.announce?.failing,
      run?.tasks['copy-settings'],
      run?.tasks['requeue-processing'],
    ]).toEqual([at, { done: at }, { done: at }])
    expect(await db.$count(videos, eq(videos.status, 'processing'))).toBe(0)
  })
})

it('no one waits for a queue that says nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const queue = { send: () => new Promise<never>(() => {}) } as unknown as Queue<object>
  const sending = nudge(queue, { job: 'mail' })
  await vi.advanceTimersByTimeAsync(5_000)
  await sending
  expect(JSON.parse(String(logged.mock.calls[0]?.[0]))).toMatchObject({
    event: 'queue.not-sent',
    sent: '{"job":"mail"}',
    message: "The queue didn't respond.",
  })
  logged.mockRestore()
  vi.useRealTimers()
})
