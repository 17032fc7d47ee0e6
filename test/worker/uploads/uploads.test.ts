import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { partSize } from '#contract/values/shared/limits'
import { mediaObjects, ownerStorage, uploadParts, uploads, users } from '#db/schema'
import { stripImage } from '#worker/formats/strip-image'
import { prunePending } from '#worker/services/shared/objects/prune-pending'
import { loadSettings } from '#worker/services/shared/settings/index'
import { abandonUpload } from '#worker/services/uploads/transfer/abandon'
import { claimUpload } from '#worker/services/uploads/transfer/claim'
import { completeUpload } from '#worker/services/uploads/transfer/complete'
import { getUpload } from '#worker/services/uploads/transfer/get'
import { openUpload } from '#worker/services/uploads/transfer/open'
import { putPart } from '#worker/services/uploads/transfer/put-part'
import { pruneStaleUploads } from '#worker/services/uploads/transfer/stale'
import { later, userContext } from '../../support/context'
import { changeSettingsRow, testDb } from '../../support/factories'
import { fixture } from '../../support/fixtures'
import { patternBytes } from '../../support/videos/media'
import { announce, finish, part, send, sha256 } from '../../support/videos/uploads'

const db = testDb()
const second = 1000
const hour = 3600 * second

async function rowOf(id: string) {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id))
  if (!row) throw new Error(`No upload ${id}`)
  return row
}

async function objectRow(key: string) {
  const [object] = await db.select().from(mediaObjects).where(eq(mediaObjects.key, key))
  return object
}

async function storedBytes(key: string) {
  const object = await env.MEDIA.get(key)
  return object && new Uint8Array(await object.arrayBuffer())
}

/** Returns every trace that an upload may leave. */
async function traces(id: string, key: string) {
  return {
    rows: await db.select().from(uploads).where(eq(uploads.id, id)),
    parts: await db.select().from(uploadParts).where(eq(uploadParts.uploadId, id)),
    object: await env.MEDIA.head(key),
    objectRow: await objectRow(key),
  }
}
const nothing = { rows: [], parts: [], object: null, objectRow: undefined }

/** Returns a film padded to `size` bytes with a box that players skip. */
function longFilm(size: number): Uint8Array<ArrayBuffer> {
  const film = fixture('ok.mp4')
  const bytes = new Uint8Array(size)
  bytes.set(film)
  new DataView(bytes.buffer).setUint32(film.length, size - film.length)
  bytes.set(new TextEncoder().encode('free'), film.length + 4)
  bytes.set(patternBytes(size - film.length - 8), film.length + 8)
  return bytes
}

function cut(bytes: Uint8Array<ArrayBuffer>, number: number) {
  return part(bytes.slice((number - 1) * partSize, number * partSize))
}

describe('an upload in parts', () => {
  it('arrives in any order', async () => {
    const ctx = await userContext()
    const bytes = longFilm(partSize * 2 + 1000)
    const { upload } = await openUpload(ctx, announce(bytes.length))
    expect(upload).toMatchObject({ partSize, parts: 3, received: [], done: false })
    for (const number of [3, 1]) {
      const answer = await putPart(ctx, ctx.actor.id, upload.id, number, await cut(bytes, number))
      expect(answer).toEqual({ received: number })
    }
    expect((await getUpload(ctx, upload.id)).received).toEqual([1, 3])
    await expect(completeUpload(ctx, ctx.actor.id, upload.id)).rejects.toMatchObject({
      code: 'conflict',
      detail: 'Part 2 is missing.',
    })

    await putPart(ctx, ctx.actor.id, upload.id, 2, await cut(bytes, 2))
    const finished = await completeUpload(ctx, ctx.actor.id, upload.id)
    expect(finished).toMatchObject({ size: bytes.length, duration: 2, width: 320, height: 180 })
    const { objectKey } = await rowOf(upload.id)
    expect(await sha256((await storedBytes(objectKey)) ?? new Uint8Array())).toBe(await sha256(bytes))
    expect(await objectRow(objectKey)).toMatchObject({
      kind: 'source',
      bytes: bytes.length,
      ownerId: ctx.actor.id,
    })
    expect((await traces(upload.id, objectKey)).parts).toEqual([])
  })

  it('takes a retried part as the same part', async () => {
    const ctx = await userContext()
    const film = fixture('ok.mp4')
    const id = await send(ctx, film)
    await putPart(ctx, ctx.actor.id, id, 1, await part(film))
    await expect(completeUpload(ctx, ctx.actor.id, id)).resolves.toMatchObject({ size: film.length })
  })

  it('takes other bytes in place of a part until it is finished', async () => {
    const ctx = await userContext()
    const film = fixture('ok.mp4')
    const { upload } = await openUpload(ctx, announce(film.length))
    await putPart(ctx, ctx.actor.id, upload.id, 1, await part(patternBytes(film.length)))
    await putPart(ctx, ctx.actor.id, upload.id, 1, await part(film))
    await completeUpload(ctx, ctx.actor.id, upload.id)
    expect(await storedBytes((await rowOf(upload.id)).objectKey)).toEqual(film)
  })

  it('asks for all parts again when R2 holds another version than the one noted', async () => {
    const ctx = await userContext()
    const film = fixture('ok.mp4')
    const id = await send(ctx, film)
    const { objectKey, r2UploadId } = await rowOf(id)
    await env.MEDIA.resumeMultipartUpload(objectKey, r2UploadId).uploadPart(1, patternBytes(film.length))
    await expect(completeUpload(ctx, ctx.actor.id, id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await getUpload(ctx, id)).toMatchObject({ received: [], done: false })
    await putPart(ctx, ctx.actor.id, id, 1, await part(film))
    await expect(completeUpload(ctx, ctx.actor.id, id)).resolves.toMatchObject({ size: film.length })
  })

  it('is found again by its fingerprint, with what has arrived', async () => {
    const ctx = await userContext()
    const input = announce(partSize + 10)
    const first = await openUpload(ctx, input)
    await putPart(ctx, ctx.actor.id, first.upload.id, 2, await part(patternBytes(10)))
    const again = await openUpload(ctx, input)
    expect(again.created).toBe(false)
    expect(again.upload).toMatchObject({ id: first.upload.id, received: [2] })
    const other = await openUpload(await userContext(), input)
    expect(other.upload.id).not.toBe(first.upload.id)
  })

  it('is opened once by requests at the same time', async () => {
    const ctx = await userContext()
    const input = announce(1000)
    const opened = await Promise.all([1, 2, 3, 4].map(() => openUpload(ctx, input)))
    expect(new Set(opened.map(({ upload }) => upload.id)).size).toBe(1)
    expect(opened.filter(({ created }) => created)).toHaveLength(1)
  })
})

describe('completing', () => {
  it('answers the same again', async () => {
    const ctx = await userContext()
    const id = await send(ctx, fixture('ok.mp4'))
    const first = await completeUpload(ctx, ctx.actor.id, id)
    expect(await completeUpload(ctx, ctx.actor.id, id)).toEqual(first)
  })

  it('is done once by two calls at the same time', async () => {
    const ctx = await userContext()
    const id = await send(ctx, fixture('ok.mp4'))
    const [first, second] = await Promise.allSettled([
      completeUpload(ctx, ctx.actor.id, id),
      completeUpload(ctx, ctx.actor.id, id),
    ])
    const refused = [first, second].filter((each) => each.status === 'rejected')
    for (const each of refused) expect(each.reason).toMatchObject({ code: 'conflict' })
    expect(refused.length).toBeLessThan(2)
    expect(await completeUpload(ctx, ctx.actor.id, id)).toMatchObject({ id, duration: 2 })
    const [storage] = await db.select().from(ownerStorage).where(eq(ownerStorage.userId, ctx.actor.id))
    expect(storage?.bytes).toBe(fixture('ok.mp4').length)
  })

  it.each([
    ['before the parts were joined', false],
    ['after the parts were joined', true],
  ])('goes on after a crash %s', async (_, joined) => {
    const ctx = await userContext()
    const film = fixture('ok.mp4')
    const id = await send(ctx, film)
    const { objectKey, r2UploadId } = await rowOf(id)
    await db.update(uploads).set({ status: 'completing' }).where(eq(uploads.id, id))
    if (joined) {
      const [arrived] = await db.select().from(uploadParts).where(eq(uploadParts.uploadId, id))
      const parts = [{ partNumber: 1, etag: arrived?.etag ?? '' }]
      await env.MEDIA.resumeMultipartUpload(objectKey, r2UploadId).complete(parts)
    }
    await expect(completeUpload(later(ctx, second), ctx.actor.id, id)).rejects.toMatchObject({
      code: 'conflict',
      detail: 'This upload is being finished.',
    })
    const finished = await completeUpload(later(ctx, 3 * second), ctx.actor.id, id)
    expect(finished).toMatchObject({ size: film.length, duration: 2 })
  })

  it('goes on later with a long film that may still be searched and written again', async () => {
    const ctx = await userContext()
    const id = await send(ctx, fixture('silent.mp4'), 'video/mp4', 'preview')
    const { size, partSize } = await rowOf(id)
    const asLong = (bytes: { size: number; partSize: number }) =>
      db
        .update(uploads)
        .set({ ...bytes, status: 'completing' })
        .where(eq(uploads.id, id))
    await asLong({ size: 10 ** 9, partSize: 10 ** 9 })
    for (const act of [completeUpload, abandonUpload]) {
      await expect(act(later(ctx, 40 * second), ctx.actor.id, id)).rejects.toMatchObject({ code: 'conflict' })
    }
    await asLong({ size, partSize })
    await expect(completeUpload(later(ctx, 3 * second), ctx.actor.id, id)).resolves.toMatchObject({ size })
  })

  it('says so when R2 has ended the upload', async () => {
    const ctx = await userContext()
    const id = await send(ctx, fixture('ok.mp4'))
    const { objectKey, r2UploadId } = await rowOf(id)
    await env.MEDIA.resumeMultipartUpload(objectKey, r2UploadId).abort()
    await expect(completeUpload(ctx, ctx.actor.id, id)).rejects.toMatchObject({ code: 'gone' })
    await expect(getUpload(ctx, id)).rejects.toMatchObject({ code: 'gone' })
  })
})

describe('a picture', () => {
  it('is stored without its metadata', async () => {
    const ctx = await userContext()
    const picture = fixture('poster.jpg')
    const finished = await finish(ctx, picture, 'image/jpeg')
    const { objectKey } = await rowOf(finished.id)
    const stored = (await storedBytes(objectKey)) ?? new Uint8Array()
    expect(new TextDecoder('latin1').decode(picture)).toContain('Telltale 3000')
    expect(new TextDecoder('latin1').decode(stored)).not.toContain('Telltale 3000')
    expect(finished).toEqual({
      id: finished.id,
      size: stored.length,
      contentType: 'image/jpeg',
      duration: null,
      width: 320,
      height: 180,
      sameAs: null,
    })
    expect(await objectRow(objectKey)).toMatchObject({ kind: 'poster', bytes: stored.length })
  })

  it('is finished after a crash that left it stripped already', async () => {
    const ctx = await userContext()
    const picture = fixture('poster.jpg')
    const id = await send(ctx, picture, 'image/jpeg')
    const { objectKey, r2UploadId } = await rowOf(id)
    await env.MEDIA.resumeMultipartUpload(objectKey, r2UploadId).abort()
    const { bytes } = stripImage(picture)
    await env.MEDIA.put(objectKey, bytes)
    await db.update(uploads).set({ status: 'completing' }).where(eq(uploads.id, id))
    const finished = await completeUpload(later(ctx, 3 * second), ctx.actor.id, id)
    expect(finished.size).toBe(bytes.length)
    expect(await storedBytes(objectKey)).toEqual(bytes)
  })
})

describe('quota', () => {
  it('lets only one of two uploads take the last room', async () => {
    const ctx = await userContext()
    const { quotaBytes } = await loadSettings(db)
    const two = Math.floor(quotaBytes / 2) + 1
    await changeSettingsRow({ maxUploadBytes: quotaBytes })
    const [began, ended] = [vi.spyOn(ctx.media, 'open'), vi.spyOn(ctx.media, 'abort')]
    const opened = await Promise.allSettled([openUpload(ctx, announce(two)), openUpload(ctx, announce(two))])
    const refused = opened.filter((each) => each.status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]?.reason).toMatchObject({ code: 'quota_exceeded' })
    // Nor does it leave one open in R2, which lists none.
    expect(began.mock.calls.length - ended.mock.calls.length).toBe(1)
  })

  it('counts what is stored', async () => {
    const ctx = await userContext()
    const { quotaBytes } = await loadSettings(db)
    await db.insert(ownerStorage).values({ userId: ctx.actor.id, bytes: quotaBytes - 999 })
    await expect(openUpload(ctx, announce(1000))).rejects.toMatchObject({ code: 'quota_exceeded' })
    await expect(openUpload(ctx, announce(999))).resolves.toMatchObject({ created: true })
    await db
      .update(users)
      .set({ quotaBytes: quotaBytes + 1000 })
      .where(eq(users.id, ctx.actor.id))
    await expect(openUpload(ctx, announce(1002))).rejects.toMatchObject({ code: 'quota_exceeded' })
    await expect(openUpload(ctx, announce(1000))).resolves.toMatchObject({ created: true })
  })

  it('holds twenty videos open or as many as the account may, and what belongs to them', async () => {
    const ctx = await userContext()
    const opened = await Promise.allSettled(Array.from({ length: 22 }, () => openUpload(ctx, announce(1000))))
    const refused = opened.filter((each) => each.status === 'rejected')
    expect(refused).toHaveLength(2)
    expect(refused[0]?.reason).toMatchObject({
      code: 'conflict',
      detail: 'You have 20 uploads in progress. Finish or cancel one first.',
    })
    for (let count = 0; count < 20; count += 1) await openUpload(ctx, announce(10, { kind: 'rendition' }))
    const setOwn = (openUploads: number | null) =>
      db.update(users).set({ openUploads }).where(eq(users.id, ctx.actor.id))
    await setOwn(21)
    await expect(openUpload(ctx, announce(1000))).resolves.toMatchObject({ created: true })
    await expect(openUpload(ctx, announce(1000))).rejects.toMatchObject({ code: 'conflict' })
    const picture = announce(1000, { kind: 'image', contentType: 'image/png' })
    await expect(openUpload(ctx, picture)).resolves.toMatchObject({ created: true })
    await db.delete(uploads).where(eq(uploads.userId, ctx.actor.id))
  })
})

describe('giving up', () => {
  it('leaves nothing of an open upload, twice', async () => {
    const ctx = await userContext()
    const id = await send(ctx, fixture('ok.mp4'))
    const { objectKey, r2UploadId } = await rowOf(id)
    await abandonUpload(ctx, ctx.actor.id, id)
    await abandonUpload(ctx, ctx.actor.id, id)
    expect(await traces(id, objectKey)).toEqual(nothing)
    const multipart = env.MEDIA.resumeMultipartUpload(objectKey, r2UploadId)
    await expect(multipart.uploadPart(1, new Uint8Array(1))).rejects.toThrow('10024')
  })

  it('leaves nothing of a finished upload that no video has', async () => {
    const ctx = await userContext()
    const { id } = await finish(ctx, fixture('ok.mp4'))
    const { objectKey } = await rowOf(id)
    await abandonUpload(ctx, ctx.actor.id, id)
    expect(await traces(id, objectKey)).toEqual(nothing)
    const [storage] = await db.select().from(ownerStorage).where(eq(ownerStorage.userId, ctx.actor.id))
    expect(storage?.bytes).toBe(0)
  })

  it('keeps what belongs to a video', async () => {
    const ctx = await userContext()
    const { id } = await finish(ctx, fixture('ok.mp4'))
    await db.update(uploads).set({ status: 'used' }).where(eq(uploads.id, id))
    await expect(abandonUpload(ctx, ctx.actor.id, id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await env.MEDIA.head((await rowOf(id)).objectKey)).not.toBeNull()
  })

  it("doesn't reach somebody else's", async () => {
    const ctx = await userContext()
    const { id } = await finish(ctx, fixture('ok.mp4'))
    await abandonUpload(ctx, (await userContext()).actor.id, id)
    expect((await rowOf(id)).status).toBe('done')
  })
})

describe('the sweep of uploads left behind', () => {
  it.each(['open', 'completing', 'done'] as const)('clears one that is %s after two days', async (status) => {
    const ctx = await userContext()
    const film = fixture('ok.mp4')
    const id = status === 'done' ? (await finish(ctx, film)).id : await send(ctx, film)
    if (status === 'completing') {
      await db.update(uploads).set({ status }).where(eq(uploads.id, id))
    }
    const { objectKey } = await rowOf(id)
    await pruneStaleUploads(later(ctx, 47 * hour))
    expect((await rowOf(id)).status).toBe(status)
    await pruneStaleUploads(later(ctx, 49 * hour))
    await pruneStaleUploads(later(ctx, 49 * hour))
    expect(await traces(id, objectKey)).toEqual(nothing)
  })

  it('leaves what a video has', async () => {
    const ctx = await userContext()
    const { id } = await finish(ctx, fixture('ok.mp4'))
    await db.update(uploads).set({ status: 'used' }).where(eq(uploads.id, id))
    const { objectKey } = await rowOf(id)
    await pruneStaleUploads(later(ctx, 49 * hour))
    expect(await env.MEDIA.head(objectKey)).not.toBeNull()
  })
})

describe('the pruning of objects that are pending deletion', () => {
  it('removes object and row, and goes on after a crash between the two', async () => {
    const ctx = await userContext()
    const finished = [await finish(ctx, fixture('ok.mp4')), await finish(ctx, fixture('silent.mp4'))]
    const [kept, pending] = await Promise.all(finished.map(async ({ id }) => (await rowOf(id)).objectKey))
    await db
      .update(mediaObjects)
      .set({ pendingDeletionSince: ctx.now })
      .where(eq(mediaObjects.key, pending ?? ''))
    await env.MEDIA.delete(pending ?? '')
    await prunePending(ctx)
    expect(await objectRow(pending ?? '')).toBeUndefined()
    expect(await objectRow(kept ?? '')).toBeDefined()
    expect(await env.MEDIA.head(kept ?? '')).not.toBeNull()
  })
})

describe('taking an upload for a video', () => {
  it('answers a finished one of the right kind and owner', async () => {
    const ctx = await userContext()
    const { id } = await finish(ctx, fixture('ok.mp4'))
    await expect(claimUpload(ctx, id, 'video')).resolves.toMatchObject({ id, duration: 2 })
    await expect(claimUpload(ctx, id, 'image')).rejects.toMatchObject({
      code: 'invalid_input',
      options: { errors: [{ path: 'thumbnailFile' }] },
    })
    await expect(claimUpload(await userContext(), id, 'video')).rejects.toMatchObject({
      code: 'invalid_input',
      options: { errors: [{ path: 'videoFile' }] },
    })
  })

  it('refuses one that is unfinished or in use', async () => {
    const ctx = await userContext()
    const id = await send(ctx, fixture('ok.mp4'))
    await expect(claimUpload(ctx, id, 'video')).rejects.toMatchObject({
      detail: "This upload isn't finished.",
    })
    await completeUpload(ctx, ctx.actor.id, id)
    await db.update(uploads).set({ status: 'used' }).where(eq(uploads.id, id))
    await expect(claimUpload(ctx, id, 'video')).rejects.toMatchObject({
      detail: 'This file is already in use.',
    })
  })
})

it('a completion that fails says why, also when the same file was begun anew meanwhile', async () => {
  const ctx = await userContext()
  const film = fixture('ok.mp4')
  const input = announce(film.length)
  const { upload } = await openUpload(ctx, input)
  await putPart(ctx, ctx.actor.id, upload.id, 1, await part(film))
  const complete = async () => {
    await openUpload(ctx, input)
    throw new Error('R2 is away')
  }
  const failing = { ...ctx, media: { ...ctx.media, complete } }
  await expect(completeUpload(failing, ctx.actor.id, upload.id)).rejects.toThrow('R2 is away')
  expect((await rowOf(upload.id)).status).toBe('completing')
  await expect(openUpload(ctx, input)).resolves.toMatchObject({ created: false })
})
