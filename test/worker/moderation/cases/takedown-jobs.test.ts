import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { mediaObjects, removals } from '#db/schema'
import { jobContext, userContext } from '#test/support/context'
import { makeUpload, makeUser, makeVideo, testDb, videoRow } from '#test/support/factories'
import { publishFixture, readFiles, setHashesOf, someHash } from '#test/support/moderation/safety'
import { addLadder } from '#test/support/videos/ladder'
import type { JobMessage } from '#worker/queues'
import type { ServiceContext } from '#worker/services/context'
import { hashSource } from '#worker/services/moderation/screening/hash-source'
import { hashSomeDerived, requeueDerived } from '#worker/services/moderation/screening/requeue-derived'
import { takeDown } from '#worker/services/moderation/takedown/index'
import { updateVideo } from '#worker/services/videos/publishing/update'

const db = testDb()
const minute = 60_000
const day = 24 * 60 * minute

/** Returns the context, and the list of messages that it sends. */
function listening<Context extends ServiceContext>(ctx: Context) {
  const sent: JobMessage[] = []
  const deferred: Promise<unknown>[] = []
  const jobs = {
    ...ctx.jobs,
    send: async (body: JobMessage) => void sent.push(body),
    sendBatch: async (messages: Iterable<MessageSendRequest<JobMessage>>) =>
      void sent.push(...[...messages].map(({ body }) => body)),
  } as unknown as ServiceContext['jobs']
  return {
    ctx: { ...ctx, jobs, defer: (work: Promise<unknown>) => void deferred.push(work) },
    sent,
    deferred,
  }
}

describe('what was made of a video is read', () => {
  it('once its source was', async () => {
    const { ctx, sent } = listening(await userContext())
    const id = await publishFixture(ctx, 'ok.mp4')
    expect(sent).toContainEqual({ job: 'hash-derived', videoId: id })
    sent.length = 0
    await hashSource(ctx, id)
    expect(sent).toEqual([])
  })

  it('when it came later', async () => {
    const { ctx, sent, deferred } = listening(await userContext())
    const { id } = await makeVideo(ctx.actor.id, { duration: 9.5 })
    const rendition = await makeUpload(ctx.actor.id, 'rendition')
    await updateVideo(ctx, id, { renditions: [rendition.id] })
    await Promise.all(deferred)
    expect(sent).toContainEqual({ job: 'hash-derived', videoId: id })
  })

  it('when the message was lost, from the fifth minute until it is read', async () => {
    const video = await makeVideo((await makeUser()).id)
    await addLadder(video)
    const again = { job: 'hash-derived', videoId: video.id } as const
    const sentAt = async (at: number) => {
      const { ctx, sent } = listening(await jobContext(at))
      await requeueDerived(ctx)
      return sent.filter((message) => message.job === 'hash-derived' && message.videoId === video.id)
    }
    const now = Date.now()
    expect(await sentAt(now + minute)).toEqual([])
    expect(await sentAt(now + 6 * minute)).toEqual([again])
    expect(await sentAt(now + 400 * day)).toEqual([again])
    await readFiles(await jobContext(), video.id)
    expect(await sentAt(now + 400 * day)).toEqual([])
  })

  it('once a day where an object is lost', async () => {
    const video = await makeVideo((await makeUser()).id)
    const { low, high, preview, trailer } = await addLadder(video)
    await env.MEDIA.delete([low, high, preview, trailer].map(({ objectKey }) => objectKey))
    const isAskedFor = async (at: number) => {
      const { ctx, sent } = listening(await jobContext(at))
      await requeueDerived(ctx)
      return sent.some((message) => message.job === 'hash-derived' && message.videoId === video.id)
    }
    const now = Date.now()
    await readFiles(await jobContext(now), video.id)
    const asked: boolean[] = []
    for (const at of [10 * minute, day - minute, day + 6 * minute]) asked.push(await isAskedFor(now + at))
    expect(asked).toEqual([false, false, true])
    expect((await videoRow(video.id))?.hold).toBeNull()
  })

  it('leaves what no video names, and what is about to go', async () => {
    const { id: userId } = await makeUser()
    await makeUpload(userId, 'rendition')
    const video = await makeVideo(userId)
    await addLadder(video)
    await db.update(mediaObjects).set({ pendingDeletionSince: 1 }).where(eq(mediaObjects.ownerId, userId))
    const { ctx, sent } = listening(await jobContext(Date.now() + 6 * minute))
    await requeueDerived(ctx)
    expect(sent).not.toContainEqual({ job: 'hash-derived', videoId: video.id })
  })
})

it('hashes files by cron although those of another video fail each time', async () => {
  const { id: broken } = await makeUser()
  const { id: fine } = await makeUser()
  for (const userId of [broken, fine]) await addLadder(await makeVideo(userId))
  const triesOf = async (userId: number) => {
    const rows = await db.select().from(mediaObjects).where(eq(mediaObjects.ownerId, userId))
    return rows.reduce((sum, { readTries, sha256 }) => sum + readTries + Number(sha256 !== null), 0)
  }
  const before = await triesOf(fine)
  await db.run(
    sql.raw(`create trigger away before update on media_objects when old.owner_id = ${broken}
      begin select raise(abort, 'away'); end`),
  )
  await expect(hashSomeDerived(await jobContext(Date.now() + 6 * minute))).rejects.toThrow()
  await db.run(sql`drop trigger away`)
  expect(await triesOf(fine)).toBe(before + 1)
})

it('looks for copies again when the message about a removal was lost', async () => {
  const [first, copy] = [await makeVideo((await makeUser()).id), await makeVideo((await makeUser()).id)]
  const samples = someHash()
  for (const { sourceKey } of [first, copy]) await setHashesOf(sourceKey, someHash(), samples)
  const ctx = await jobContext()
  await ctx.db.batch(
    takeDown(ctx, { videoId: first.id, reason: 'illegal', statement: 'It breaks the terms.' }),
  )
  const after = async (ms: number) => {
    const later = listening(await jobContext(ctx.now + ms))
    await requeueDerived(later.ctx)
    return later.sent
  }
  expect(await after(10 * minute)).toContainEqual({ job: 'hash-derived', videoId: first.id })
  expect(await after(21 * minute)).not.toContainEqual({ job: 'hash-derived', videoId: first.id })
  await readFiles(ctx, first.id)
  const found = await db.select().from(removals).where(eq(removals.videoId, copy.id))
  expect(found).toHaveLength(1)
})
