import type { OpenUpload } from '#contract/schemas/uploads/upload'
import { hour } from '#contract/values/shared/time'
import type { UploadKind } from '#contract/values/uploads/upload'
import { rateWindows } from '#db/schema'
import type { UserContext } from '#worker/services/context'
import { completeUpload } from '#worker/services/uploads/transfer/complete'
import { openUpload } from '#worker/services/uploads/transfer/open'
import { putPart } from '#worker/services/uploads/transfer/put-part'
import { fixture } from '../fixtures'

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function contentDigest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha-256=:${btoa(String.fromCharCode(...digest))}:`
}

/** Returns the request that opens an upload of `size` bytes, a different file each time. */
export function announce(size: number, change: Partial<OpenUpload> = {}): OpenUpload {
  const random = crypto.getRandomValues(new Uint8Array(32))
  return {
    kind: 'video',
    size,
    contentType: 'video/mp4',
    fileName: 'holiday.mp4',
    fingerprint: Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    ...change,
  }
}

/** Returns a silent film whose header states a duration of about this many seconds. */
export function lasting(seconds: number): Uint8Array<ArrayBuffer> {
  const film = fixture('silent.mp4')
  // Name, version and flags, two dates, then the timescale.
  const at = Buffer.from(film.buffer).indexOf('mdhd') + 16
  new DataView(film.buffer).setUint32(at, Math.round(20_480 / seconds))
  return film
}

export async function part(bytes: Uint8Array<ArrayBuffer>) {
  return { length: bytes.length, sha256: await sha256(bytes), stream: new Response(bytes).body }
}

/** Sends a small file without finishing the upload. Returns its ID. */
export async function send(
  ctx: UserContext,
  bytes: Uint8Array<ArrayBuffer>,
  contentType = 'video/mp4',
  kind: UploadKind = contentType.startsWith('image/') ? 'image' : 'video',
): Promise<string> {
  const { upload } = await openUpload(ctx, announce(bytes.length, { kind, contentType }))
  await putPart(ctx, ctx.actor.id, upload.id, 1, await part(bytes))
  return upload.id
}

export async function finish(
  ctx: UserContext,
  bytes: Uint8Array<ArrayBuffer>,
  contentType = 'video/mp4',
  kind?: UploadKind,
) {
  return completeUpload(ctx, ctx.actor.id, await send(ctx, bytes, contentType, kind))
}

/** Records uses of a limit whose key has the account in place of `%`. */
export async function useUp(ctx: UserContext, key: string, times: number): Promise<void> {
  const row = { key: key.replace('%', String(ctx.actor.id)), count: times, resetsAt: ctx.now + hour }
  await ctx.db.insert(rateWindows).values(row)
}
