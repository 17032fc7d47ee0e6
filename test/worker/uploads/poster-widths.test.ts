import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { concat } from '#contract/values/shared/concat'
import { posterSrcset } from '#contract/values/videos/poster-srcset'
import { mediaObjects, uploads } from '#db/schema'
import { bytesOf } from '#worker/formats/bytes'
import { stripImage } from '#worker/formats/strip-image'
import { forgetAll } from '#worker/isolate-state'
import type { UserContext } from '#worker/services/context'
import { prunePending } from '#worker/services/shared/objects/prune-pending'
import { completeUpload } from '#worker/services/uploads/transfer/complete'
import { openUpload } from '#worker/services/uploads/transfer/open'
import { putPart } from '#worker/services/uploads/transfer/put-part'
import { TestClient } from '../../support/client'
import { jobContext, later, userContext } from '../../support/context'
import { makeUpload, makeVideo, signInAs, testDb, videoRow } from '../../support/factories'
import { fixture } from '../../support/fixtures'
import { deleteForGood } from '../../support/videos/own-bulk'
import { announce, part } from '../../support/videos/uploads'

const db = testDb()
const jpeg = { kind: 'image', contentType: 'image/jpeg' } as const
const color = '#5c1c44'
const widths = [1280, 640, 320]

let ctx: UserContext
let client: TestClient

// Some tests look from a later time, for which the isolate remembers what is hidden.
afterEach(() => {
  forgetAll()
})

beforeAll(async () => {
  ctx = await userContext()
  client = await signInAs(ctx.actor)
})

/** Returns a picture whose header states this width: the worker reads sizes, but decodes nothing. */
function pictureOf(width: number, height = Math.round((width * 9) / 16)): Uint8Array<ArrayBuffer> {
  const bytes = fixture('poster.jpg')
  // The fields of the frame's header: marker, length, 8 bits, 180 by 320.
  const frame = [0xff, 0xc0, 0, 17, 8, 0, 180, 1, 64]
  const at = bytes.findIndex((_, start) => frame.every((byte, next) => bytes[start + next] === byte))
  new DataView(bytes.buffer).setUint16(at + 5, height)
  new DataView(bytes.buffer).setUint16(at + 7, width)
  return bytes
}

/** Returns a WebP whose header states this size. */
function webpOf(width: number, height: number): Uint8Array {
  const bytes = bytesOf('RIFF\x12\0\0\0WEBPVP8L\x05\0\0\0\x2f'.padEnd(26, '\0'))
  new DataView(bytes.buffer).setUint32(21, (width - 1) | ((height - 1) << 14), true)
  return bytes
}

const set = () => new Uint8Array(concat(widths.map((width) => pictureOf(width))))

async function sendSet(bytes: Uint8Array<ArrayBuffer>, announced = widths) {
  const pictures = { color, widths: announced }
  const { upload } = await openUpload(ctx, announce(bytes.length, { ...jpeg, pictures }))
  await putPart(ctx, ctx.actor.id, upload.id, 1, await part(bytes))
  return upload.id
}

async function finishSet(bytes: Uint8Array<ArrayBuffer> = set(), announced = widths) {
  return completeUpload(ctx, ctx.actor.id, await sendSet(bytes, announced))
}

async function uploadRow(id: string) {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id))
  if (!row) throw new Error('No upload')
  return row
}

async function patch(id: number, json: object) {
  const response = await client.request('PATCH', `/api/videos/${id}`, { json })
  if (response.status !== 200) throw new Error(await response.text())
}

/** Creates a video with such a poster. */
async function withSet(change: Parameters<typeof makeVideo>[1] = {}) {
  const video = await makeVideo(ctx.actor.id, change)
  await patch(video.id, { thumbnailFile: (await finishSet()).id })
  return video.id
}

function seen(id: number, by = new TestClient()) {
  return by.json<Video>('GET', `/api/videos/${id}`)
}

/** Returns the URL of one of its widths, as in `srcset`. */
function sized(address: string | null, width: number): string {
  const [, found = ''] = new RegExp(`(\\S+) ${width}w`).exec(posterSrcset(address ?? '', widths)) ?? []
  return found
}

describe('a poster in several widths', () => {
  it('is stored as one object, each picture without its metadata', async () => {
    const finished = await finishSet()
    const { objectKey, pictures } = await uploadRow(finished.id)
    const stripped = widths.map((width) => stripImage(pictureOf(width)).bytes)
    const stored = await (await env.MEDIA.get(objectKey))?.bytes()
    expect(stored).toEqual(concat(stripped))
    expect(finished).toMatchObject({ size: stored?.length, contentType: 'image/jpeg', width: 1280 })
    expect(pictures).toEqual({ color, widths, bytes: stripped.map(({ length }) => length) })
    const objects = await db.select().from(mediaObjects).where(eq(mediaObjects.key, objectKey))
    expect(objects).toMatchObject([{ kind: 'poster', bytes: stored?.length }])
  })

  it('is never scaled up: a narrow one comes with the narrower widths', async () => {
    const narrow = new Uint8Array(concat([pictureOf(500), pictureOf(320)]))
    const { id } = await finishSet(narrow, [500, 320])
    expect((await uploadRow(id)).pictures?.widths).toEqual([500, 320])
    const { id: single } = await finishSet(pictureOf(200), [200])
    expect((await uploadRow(single)).pictures?.widths).toEqual([200])
  })

  it('is finished after a crash that left it stripped already', async () => {
    const id = await sendSet(set())
    const { objectKey, r2UploadId } = await uploadRow(id)
    await env.MEDIA.resumeMultipartUpload(objectKey, r2UploadId).abort()
    const stripped = widths.map((width) => stripImage(pictureOf(width)).bytes)
    await env.MEDIA.put(objectKey, concat(stripped))
    await db.update(uploads).set({ status: 'completing' }).where(eq(uploads.id, id))
    await completeUpload(later(ctx, 3 * 60_000), ctx.actor.id, id)
    expect((await uploadRow(id)).pictures?.bytes).toEqual(stripped.map(({ length }) => length))
  })

  it('tells everyone its widths and colour, and has an address for each', async () => {
    const id = await withSet()
    const { thumbnailUrl, poster } = await seen(id)
    expect(poster).toEqual({ color, widths })
    const listed = await new TestClient().json<Video[]>('GET', '/api/videos?limit=50')
    expect(listed.find((video) => video.id === id)).toMatchObject({ thumbnailUrl, poster })

    const visitor = new TestClient()
    const tags = new Set()
    for (const width of widths) {
      const response = await visitor.get(sized(thumbnailUrl, width))
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(stripImage(pictureOf(width)).bytes)
      tags.add(response.headers.get('etag'))
    }
    expect(tags.size).toBe(widths.length)
    expect(sized(thumbnailUrl, 1280)).toBe(thumbnailUrl)
    const range = await visitor.request('GET', sized(thumbnailUrl, 640), { headers: { range: 'bytes=2-9' } })
    expect(new Uint8Array(await range.arrayBuffer())).toEqual(stripImage(pictureOf(640)).bytes.slice(2, 10))
    for (const other of [1280, 960, 0]) {
      const address = sized(thumbnailUrl, 640).replace('-640.', `-${other}.`)
      expect((await visitor.get(address)).status).toBe(404)
    }
  })

  it('adds less than 100 bytes to a video in a list', async () => {
    const [several, single] = [await withSet(), (await makeVideo(ctx.actor.id)).id]
    const listed = await new TestClient().json<Video[]>('GET', '/api/videos?limit=50')
    const bytesOf = (id: number) => {
      const { thumbnailUrl, poster } = listed.find((video) => video.id === id) ?? {}
      return JSON.stringify({ thumbnailUrl, poster }).length
    }
    expect(bytesOf(several) - bytesOf(single)).toBeLessThan(100)
  })

  it('is kept from the same as a poster in one width, and so is its colour', async () => {
    const id = await withSet({ isPremium: true, posterStyle: 'blurred' })
    expect(await seen(id)).toMatchObject({ thumbnailUrl: null })
    expect((await seen(id)).poster).toBeUndefined()
    const { thumbnailUrl, poster } = await seen(id, client)
    expect(poster).toEqual({ color, widths })
    for (const width of widths) {
      expect((await new TestClient().get(sized(thumbnailUrl, width))).status).toBe(403)
      expect((await client.get(sized(thumbnailUrl, width))).status).toBe(200)
    }
  })

  it('is hidden with its video, in each width', async () => {
    const id = await withSet()
    const { thumbnailUrl } = await seen(id)
    await patch(id, { isPublic: false })
    const visitor = new TestClient()
    visitor.now = Date.now() + 31_000
    for (const width of widths) expect((await visitor.get(sized(thumbnailUrl, width))).status).toBe(404)
  })

  it('goes with all of its widths when it is replaced, and when its video is deleted', async () => {
    const id = await withSet()
    const [first, { thumbnailUrl }] = [await videoRow(id), await seen(id)]
    await patch(id, { thumbnailFile: (await makeUpload(ctx.actor.id, 'image')).id })
    expect(await videoRow(id)).toMatchObject({ posterPictures: null })
    expect((await seen(id)).poster).toBeUndefined()
    await patch(id, { thumbnailFile: (await finishSet()).id })
    const [second, last] = [await videoRow(id), await seen(id)]
    await deleteForGood(client, id)
    await prunePending(await jobContext())
    for (const row of [first, second]) expect(await env.MEDIA.head(row?.posterKey ?? '')).toBeNull()
    const visitor = new TestClient()
    visitor.now = Date.now() + 22_000
    for (const address of [thumbnailUrl, last.thumbnailUrl])
      for (const width of widths) expect((await visitor.get(sized(address, width))).status).toBe(404)
  })
})

describe('a poster in several widths is refused', () => {
  const differ = {
    code: 'unsupported_media',
    detail: "The file's pictures aren't the ones that were announced.",
  }
  const file = (...pictures: Uint8Array[]) => new Uint8Array(concat(pictures))

  it.each<[string, Uint8Array<ArrayBuffer>, object]>([
    ['with another width', file(pictureOf(1280), pictureOf(600), pictureOf(320)), differ],
    ['with another order', file(pictureOf(1280), pictureOf(320), pictureOf(640)), differ],
    ['with another shape', file(pictureOf(1280), pictureOf(640, 400), pictureOf(320)), differ],
    ['with another kind', file(pictureOf(1280), webpOf(640, 360), pictureOf(320)), differ],
    [
      'with a huge one',
      file(pictureOf(8193), pictureOf(640), pictureOf(320)),
      { code: 'too_large', detail: 'The image is larger than 8192 pixels on a side.' },
    ],
    ['with a picture too many', file(set(), pictureOf(320)), differ],
    ['with bytes after it', file(set(), Uint8Array.of(0)), differ],
    ['with a picture too few', file(pictureOf(1280), pictureOf(640)), { code: 'unsupported_media' }],
    ['with half a picture', set().slice(0, -500), { code: 'unplayable_media' }],
    [
      'with what is no picture',
      file(pictureOf(1280), fixture('ok.mp4'), pictureOf(320)),
      { code: 'unsupported_media' },
    ],
  ])('%s', async (_, bytes, refusal) => {
    const id = await sendSet(bytes)
    const { objectKey } = await uploadRow(id)
    await expect(completeUpload(ctx, ctx.actor.id, id)).rejects.toMatchObject(refusal)
    expect(await env.MEDIA.head(objectKey)).toBeNull()
  })

  it.each([
    [{ color: 'red', widths }],
    [{ color: '#5C1C44', widths }],
    [{ color: '#fff', widths }],
    [{ color: '#5c1c44;x', widths }],
    [{ color, widths: [] }],
    [{ color, widths: [1920, 640] }],
    [{ color, widths: [1280, 960] }],
    [{ color, widths: [640, 640] }],
    [{ color, widths: [320, 640] }],
    [{ color, widths: [640, 320, 0] }],
    [{ color, widths, more: 1 }],
  ])('when it is announced as %j', async (pictures) => {
    const json = announce(1000, { ...jpeg, pictures } as never)
    const response = await client.request('POST', '/api/uploads', { json })
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([400, 'invalid_input'])
  })

  it('as anything but a poster', async () => {
    const json = announce(1000, { kind: 'blurred', contentType: 'image/jpeg', pictures: { color, widths } })
    const response = await client.request('POST', '/api/uploads', { json })
    expect(await response.json()).toMatchObject({ code: 'unsupported_media' })
  })
})
