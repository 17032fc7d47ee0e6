import { env } from 'cloudflare:workers'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DeadLetter } from '#contract/schemas/site/operations'
import type { Video } from '#contract/schemas/videos/video'
import { deadLetters, mediaObjects, videos } from '#db/schema'
import { handleQueue } from '#worker/jobs/consumer'
import type { JobMessage } from '#worker/queues'
import { requeueDerived, requeueProcessing } from '#worker/services/moderation/screening/index'
import { retryJob } from '#worker/services/site/operations-admin/index'
import { updateVideo } from '#worker/services/videos/publishing/update'
import { randomId } from '#worker/storage/keys'
import { jobContext, userContext } from '../../support/context'
import { fillVideos, makeUser, makeVideo, signInAs, testDb, videoRow } from '../../support/factories'
import { Faults, faultyEnv } from '../../support/faults'
import { fixture } from '../../support/fixtures'
import { mailsTo, publishFixture, publishUnread, reportsOf } from '../../support/moderation/safety'
import { withoutQueues } from '../../support/videos/imports'
import { addLadder } from '../../support/videos/ladder'
import { finish } from '../../support/videos/uploads'

const db = testDb()
const minute = 60_000
const hour = 60 * minute
const start = Math.ceil(Date.now() / hour) * hour

afterEach(() => vi.restoreAllMocks())

// Excludes videos that an earlier test left unread.
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  await db.delete(deadLetters)
  await db.update(videos).set({ status: 'failed' }).where(eq(videos.status, 'processing'))
})

/** Returns a site whose bucket may fail, and whose queue the test controls. */
function failingSite() {
  const faults = new Faults()
  const bindings = faultyEnv(faults)

  /** Delivers a message and those that it sends. The queue forgets messages that fail. */
  async function deliver(message: JobMessage, at: number): Promise<void> {
    const { ctx, sent } = withoutQueues(await jobContext(at, bindings))
    const one = { body: message, attempts: 1, id: randomId(), ack: () => {}, retry: () => {} }
    await handleQueue({ queue: 'nocturne-jobs', messages: [one] } as never, async () => ctx)
    for (const next of sent.jobs) await deliver(next, at)
  }

  /**
   * Lets time pass, at first in steps of ten minutes, then of an hour. Returns cron's messages and their
   * times in minutes.
   */
  async function pass(from: number, to: number) {
    const sent: { after: number; message: JobMessage }[] = []
    for (let at = from; at <= to; at += at < start + 2 * hour ? 10 * minute : hour) {
      const ctx = await jobContext(at, bindings)
      const asked: JobMessage[] = []
      const sendBatch = async (messages: Iterable<MessageSendRequest<JobMessage>>) =>
        void asked.push(...[...messages].map(({ body }) => body))
      const cron = { ...ctx, jobs: { ...ctx.jobs, sendBatch } as unknown as typeof ctx.jobs }
      for (const requeue of [requeueProcessing, requeueDerived]) await requeue(cron)
      for (const message of asked) {
        sent.push({ after: (at - start) / minute, message })
        await deliver(message, at)
      }
    }
    return sent
  }

  return { faults, deliver, pass }
}

/** Publishes a film whose file only the test reads. */
async function unread() {
  const ctx = await userContext(start)
  const id = await publishUnread(ctx, 'ok.mp4')
  return { id, key: (await videoRow(id))?.sourceKey ?? '', owner: ctx.actor }
}

const readsOf = (key: string) => new RegExp(`^MEDIA get ${key}`)

/** Returns the failed jobs that administrators see under Jobs. */
async function failedJobs() {
  const admin = await signInAs(await makeUser({ isAdmin: true }))
  const jobs = await admin.json<DeadLetter[]>('GET', '/api/admin/jobs')
  return jobs.map(({ body, attempts }) => ({ body, attempts }))
}

/** Sends the only failed job again, as an administrator does, and returns its message. */
async function sentAgain(): Promise<JobMessage> {
  const { ctx, sent } = withoutQueues(await userContext())
  const [letter] = await db.select().from(deadLetters)
  await retryJob(ctx, letter?.id ?? '')
  const [message] = sent.jobs
  if (!message) throw new Error('Nothing was sent')
  return message
}

describe("a source that can't be read", () => {
  it.each([
    ['R2 fails at', (faults: Faults, acts: RegExp) => faults.throws(acts, 'R2 is away')],
    ['nothing of ours expects', (faults: Faults, acts: RegExp) => faults.answers(acts, 'rubbish')],
  ])('that %s fails its video after six tries in most of a day, and says why', async (_, fail) => {
    const { faults, deliver, pass } = failingSite()
    const { id, key, owner } = await unread()
    fail(faults, readsOf(key))
    await deliver({ job: 'hash', videoId: id }, start)
    const sent = await pass(start, start + 24 * hour)
    expect(sent.map(({ message }) => message)).toEqual(Array(5).fill({ job: 'hash', videoId: id }))
    expect(sent.at(-2)?.after).toBeGreaterThan(5 * 60)
    expect(sent.at(-1)?.after).toBeGreaterThan(17 * 60)
    expect(faults.count(readsOf(key))).toBe(6)

    const client = await signInAs(owner)
    expect(await client.json<Video>('GET', `/api/videos/${id}`)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining("We couldn't check this file"),
    })
    const again = { job: 'hash', videoId: id, again: true }
    expect(await failedJobs()).toEqual([{ body: again, attempts: 6 }])

    faults.clear()
    await deliver(await sentAgain(), start + 25 * hour)
    expect(await videoRow(id)).toMatchObject({ status: 'ready', reason: null, sourceKey: key })
    expect(await pass(start + 26 * hour, start + 27 * hour)).toEqual([])
  })

  it('while R2 is away for half a day is read when it is back', async () => {
    const { faults, deliver, pass } = failingSite()
    const { id } = await unread()
    faults.throws(/^MEDIA/, 'R2 is away')
    await deliver({ job: 'hash', videoId: id }, start)
    await pass(start, start + 12 * hour)
    expect(await videoRow(id)).toMatchObject({ status: 'processing', reason: null })
    faults.clear()
    await pass(start + 12 * hour, start + 20 * hour)
    expect(await videoRow(id)).toMatchObject({ status: 'ready', reason: null })
    expect(await failedJobs()).toEqual([])
  })

  it('because every run dies of it is given up without another reading', async () => {
    const { faults, pass } = failingSite()
    const { id, key } = await unread()
    await db.update(mediaObjects).set({ readTries: 6, readDueAt: start }).where(eq(mediaObjects.key, key))
    await pass(start + 10 * minute, start + hour)
    expect((await videoRow(id))?.status).toBe('failed')
    expect(faults.count(readsOf(key))).toBe(0)
    expect((await failedJobs()).map(({ attempts }) => attempts)).toEqual([6])
  })

  it('is tried by one run at a time, and not before its time', async () => {
    const { faults, deliver } = failingSite()
    const { id, key } = await unread()
    faults.throws(readsOf(key), 'R2 is away')
    const message = { job: 'hash', videoId: id } as const
    await Promise.all([deliver(message, start), deliver(message, start)])
    await deliver(message, start + minute - 1)
    expect(faults.count(readsOf(key))).toBe(1)
    await deliver(message, start + minute)
    expect(faults.count(readsOf(key))).toBe(2)
  })

  it('gives a video with a former file that one back', async () => {
    const { faults, pass } = failingSite()
    const ctx = await userContext(start)
    const { id, sourceKey } = await makeVideo(ctx.actor.id)
    const { id: videoFile } = await finish(ctx, fixture('ok.mp4'))
    await updateVideo(ctx, id, { videoFile })
    faults.throws(readsOf((await videoRow(id))?.sourceKey ?? ''), 'R2 is away')
    await pass(start + 10 * minute, start + 24 * hour)
    expect(await videoRow(id)).toMatchObject({ status: 'ready', sourceKey })
    const [email] = await mailsTo(ctx.actor.email)
    expect(email?.body).toContain("We couldn't check this file")
  })

  it('keeps no other from its turn, however many there are', async () => {
    const { faults, pass } = failingSite()
    const { id: userId } = await makeUser()
    await fillVideos(userId, 101)
    const ofPoisons = sql`where user_id = ${userId}`
    await db.run(
      sql`update videos set status = 'processing', source_key = 'm/source-' || id, poster_key = 'm/poster-' || id ${ofPoisons}`,
    )
    await db.run(sql`insert into media_objects (key, kind, content_type, bytes, owner_id, created_at)
      select source_key, 'source', 'video/mp4', 1, user_id, ${start} from videos ${ofPoisons}`)
    const { id, key } = await unread()
    await db
      .update(mediaObjects)
      .set({ createdAt: start + 5 * minute })
      .where(eq(mediaObjects.key, key))
    faults.throws(new RegExp(`^MEDIA get (?!${key})`), 'R2 is away')
    await pass(start + 10 * minute, start + 20 * minute)
    expect((await videoRow(id))?.status).toBe('ready')
  })
})

describe("a derived file that can't be read", () => {
  it('keeps no other of its video unread, and has staff look at the video after six tries', async () => {
    const { faults, deliver, pass } = failingSite()
    const ctx = await userContext(start)
    const id = await publishFixture(ctx, 'ok.mp4')
    const { low, high, preview, trailer } = await addLadder({ id, userId: ctx.actor.id })
    const keys = [low, high, preview, trailer].map(({ objectKey }) => objectKey)
    const film = fixture('silent.mp4')
    for (const key of keys) await env.MEDIA.put(key, film)
    await db
      .update(mediaObjects)
      .set({ bytes: film.length, createdAt: start })
      .where(inArray(mediaObjects.key, keys))
    const unreadKeys = async () => {
      const rows = await db.select().from(mediaObjects).where(inArray(mediaObjects.key, keys))
      return rows.filter(({ sha256 }) => sha256 === null).map(({ key }) => key)
    }
    const poison = [...keys].sort()[0] ?? ''
    faults.throws(readsOf(poison), 'R2 is away')
    await deliver({ job: 'hash-derived', videoId: id }, start)
    expect(await unreadKeys()).toEqual([poison])
    await pass(start + 10 * minute, start + 12 * hour)
    expect((await videoRow(id))?.hold).toBeNull()
    await pass(start + 12 * hour, start + 24 * hour)
    expect(faults.count(readsOf(poison))).toBe(6)
    expect((await videoRow(id))?.hold).toBe('quarantine')
    expect(await reportsOf(id)).toHaveLength(1)
    const again = { job: 'hash-derived', videoId: id, again: true }
    expect(await failedJobs()).toEqual([{ body: again, attempts: 6 }])

    faults.clear()
    await deliver(await sentAgain(), start + 25 * hour)
    expect(await unreadKeys()).toEqual([])
  })
})
