import { eq } from 'drizzle-orm'
import { mailOutbox, mediaObjects, removals, reports } from '#db/schema'
import type { JobMessage } from '#worker/queues'
import type { ServiceContext, UserContext } from '#worker/services/context'
import { hashDerived } from '#worker/services/moderation/screening/hash-derived'
import { hashSource } from '#worker/services/moderation/screening/hash-source'
import { createVideo } from '#worker/services/videos/publishing/create'
import { makeUpload, testDb } from '../factories'
import { fixture } from '../fixtures'
import { publishInput } from '../videos/publish-input'
import { finish } from '../videos/uploads'

/** Publishes a fixture file as the account's own, until it is ready or has failed. Returns the video's ID. */
export async function publishFixture(ctx: UserContext, name: string): Promise<number> {
  const id = await publishUnread(ctx, name)
  await hashSource(ctx, id)
  return id
}

/** Publishes a fixture file that no job has read yet. */
export async function publishUnread(ctx: UserContext, name: string): Promise<number> {
  const type = name.endsWith('.webm') ? 'video/webm' : 'video/mp4'
  const source = await finish(ctx, fixture(name), type)
  const poster = await makeUpload(ctx.actor.id, 'image')
  const about = { title: `Film of ${name}`, isPublic: true }
  const files = { videoFile: source.id, thumbnailFile: poster.id }
  return (await createVideo(ctx, publishInput({ ...about, ...files }))).video.id
}

/** Runs the jobs that follow a removal or a publish, message by message, until none is left. */
export async function readFiles(ctx: ServiceContext, videoId: number): Promise<void> {
  const waiting: JobMessage[] = [{ job: 'hash-derived', videoId }]
  const send = async (message: JobMessage) => {
    waiting.push(message)
    return ctx.jobs.send(message)
  }
  const keeping = { ...ctx, jobs: { ...ctx.jobs, send } as ServiceContext['jobs'] }
  for (let message = waiting.shift(); message; message = waiting.shift()) {
    if (message.job === 'hash-derived') await hashDerived(keeping, message)
  }
}

export function reportsOf(videoId: number) {
  return testDb().select().from(reports).where(eq(reports.videoId, videoId)).orderBy(reports.id)
}

export function removalsOf(videoId: number) {
  return testDb().select().from(removals).where(eq(removals.videoId, videoId)).orderBy(removals.id)
}

export function mailsTo(recipient: string) {
  return testDb().select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient)).orderBy(mailOutbox.id)
}

/** Sets the hashes of a factory's object, as if it had been read. */
export async function setHashesOf(key: string | null, sha256: string, pictureSha256: string): Promise<void> {
  await testDb()
    .update(mediaObjects)
    .set({ sha256, pictureSha256, crc32: 1 })
    .where(eq(mediaObjects.key, key ?? ''))
}

/** Returns 64 hex digits that are the hash of nothing else. */
export function someHash(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
