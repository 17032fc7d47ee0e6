import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { MiB, partSize } from '#contract/values/shared/limits'
import { imports, mediaObjects, uploadParts, uploads } from '#db/schema'
import type { ImportMessage, JobMessage } from '#worker/queues'
import type { ServiceContext } from '#worker/services/context'
import { type FetchLimits, fetchLimits, runImport } from '#worker/services/uploads/imports/index'
import { testDb } from '../factories'
import { fixture } from '../fixtures'

const db = testDb()

/** One part per message, so that a small file takes several. */
export const oneParters: FetchLimits = { ...fetchLimits, sliceBytes: partSize }

/** Returns a context that collects its messages instead of sending them: the test is the queue. */
export function withoutQueues<Context extends ServiceContext>(ctx: Context) {
  const sent: { imports: ImportMessage[]; jobs: JobMessage[] } = { imports: [], jobs: [] }
  const recorder = <Body>(kept: Body[]) =>
    ({
      send: async (body: Body) => {
        kept.push(body)
      },
    }) as unknown as Queue<Body>
  return { ctx: { ...ctx, imports: recorder(sent.imports), jobs: recorder(sent.jobs) }, sent }
}

/** Delivers messages until none follows. Like the queue, delivers a failing one up to four times. */
export async function deliver(
  ctx: ServiceContext,
  sent: { imports: ImportMessage[] },
  limits = fetchLimits,
): Promise<void> {
  for (let message = sent.imports.shift(); message; message = sent.imports.shift()) {
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      try {
        await runImport(ctx, message.importId, attempt === 4, limits)
        break
      } catch (error) {
        if (attempt === 4) throw error
      }
    }
  }
}

/** Returns a playable MP4 of a little over `parts` parts: the clip, then an empty box. */
export function longClip(parts: number, filling = 0): Uint8Array<ArrayBuffer> {
  const clip = fixture('ok.mp4')
  const bytes = new Uint8Array(parts * partSize + MiB).fill(filling)
  bytes.set(clip)
  const view = new DataView(bytes.buffer)
  view.setUint32(clip.length, bytes.length - clip.length)
  bytes.set(new TextEncoder().encode('free'), clip.length + 4)
  return bytes
}

export async function importRowOf(id: string) {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  return row
}

/** Returns the account's uploads with their parts and objects. */
export async function holdingsOf(userId: number) {
  const rows = await db.select().from(uploads).where(eq(uploads.userId, userId))
  const objects = await db.select().from(mediaObjects).where(eq(mediaObjects.ownerId, userId))
  const parts = (
    await Promise.all(
      rows.map((row) => db.select().from(uploadParts).where(eq(uploadParts.uploadId, row.id))),
    )
  ).flat()
  return { uploads: rows, objects, parts }
}

export async function storedBytes(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const object = await env.MEDIA.get(key)
  return object ? new Uint8Array(await object.arrayBuffer()) : null
}
