import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { concat } from '#contract/values/shared/concat'
import { MiB, partSize } from '#contract/values/shared/limits'
import { mediaObjects, uploadParts, uploads } from '#db/schema'
import { bytesOf } from '#worker/formats/bytes'
import { completeUpload } from '#worker/services/uploads/transfer/complete'
import { getUpload } from '#worker/services/uploads/transfer/get'
import { openUpload } from '#worker/services/uploads/transfer/open'
import { putPart } from '#worker/services/uploads/transfer/put-part'
import { userContext } from '../../support/context'
import { changeSettingsRow, testDb } from '../../support/factories'
import { fixture } from '../../support/fixtures'
import { patternBytes } from '../../support/videos/media'
import { announce, finish, lasting, part, send, useUp } from '../../support/videos/uploads'

const db = testDb()

describe('files that are accepted', () => {
  it.each([
    ['ok.mp4', 'video/mp4', { duration: 2, width: 320, height: 180 }],
    ['silent.mp4', 'video/mp4', { duration: 2, width: 320, height: 180 }],
    ['rotated.mp4', 'video/mp4', { duration: 2, width: 180, height: 320 }],
    ['ok.webm', 'video/webm', { width: 320, height: 180 }],
  ])('%s', async (name, contentType, facts) => {
    const finished = await finish(await userContext(), fixture(name), contentType)
    expect(finished).toMatchObject({ ...facts, contentType, size: fixture(name).length })
    expect(finished.duration).toBeCloseTo(2, 1)
  })
})

/** Returns the file with a text replaced by other bytes. */
function replaced(name: string, text: string, bytes: string, offset = 0): Uint8Array<ArrayBuffer> {
  const film = fixture(name)
  film.set(bytesOf(bytes), Buffer.from(film.buffer).indexOf(text, 0, 'latin1') + offset)
  return film
}

/** Returns a progressive MP4 with its index again at its end. */
function withTwoIndexes(): Uint8Array<ArrayBuffer> {
  const film = fixture('ok.mp4')
  const at = Buffer.from(film.buffer).indexOf('moov') - 4
  const moov = film.subarray(at, at + new DataView(film.buffer).getUint32(at))
  return new Uint8Array(concat([film, moov]))
}

const text = new TextEncoder().encode('Dear diary, '.repeat(400))

describe('files that are refused', () => {
  it.each<
    [name: string, bytes: Uint8Array<ArrayBuffer>, contentType: string, code: string, detail: string | RegExp]
  >([
    ['text', text, 'video/mp4', 'unplayable_media', "This file isn't a video."],
    ['AVI', fixture('avi.mp4'), 'video/mp4', 'unplayable_media', "This file is AVI; it isn't MP4 or WebM."],
    [
      'MKV',
      fixture('matroska.webm'),
      'video/webm',
      'unplayable_media',
      /^This file is Matroska \(MKV\); it isn't MP4 or WebM\.$/,
    ],
    ['MOV', fixture('quicktime.mp4'), 'video/mp4', 'unplayable_media', /^This file is QuickTime \(MOV\); /],
    [
      'a picture',
      fixture('poster.jpg'),
      'video/mp4',
      'unplayable_media',
      'This file is an image (JPEG), not a video.',
    ],
    [
      'WebM called MP4',
      fixture('ok.webm'),
      'video/mp4',
      'unsupported_media',
      'The file says it is MP4 but is WebM.',
    ],
    [
      'MP4 called WebM',
      fixture('ok.mp4'),
      'video/webm',
      'unsupported_media',
      'The file says it is WebM but is MP4.',
    ],
    [
      'HEVC',
      fixture('hevc.mp4'),
      'video/mp4',
      'unplayable_media',
      /^This video uses HEVC, which most browsers can't play\. /,
    ],
    [
      'MPEG-4 part 2',
      fixture('mpeg4.mp4'),
      'video/mp4',
      'unplayable_media',
      /^This video uses MPEG-4 Part 2, /,
    ],
    ['10 bits', fixture('ten-bit.mp4'), 'video/mp4', 'unplayable_media', /profile of H\.264/],
    [
      'AC-3',
      fixture('ac3.mp4'),
      'video/mp4',
      'unplayable_media',
      /^This video's audio is AC-3, which most browsers can't play\. /,
    ],
    [
      'sound alone',
      fixture('audio-only.mp4'),
      'video/mp4',
      'unplayable_media',
      'This file has no video in it.',
    ],
    [
      'index at the end',
      fixture('moov-last.mp4'),
      'video/mp4',
      'unplayable_media',
      /^This MP4's index is at the end/,
    ],
    [
      'no index',
      replaced('ok.mp4', 'moov', 'free'),
      'video/mp4',
      'unplayable_media',
      'This file is damaged or incomplete.',
    ],
    ['two indexes', withTwoIndexes(), 'video/mp4', 'unplayable_media', 'This file is damaged or incomplete.'],
    [
      'two pictures',
      fixture('two-pictures.mp4'),
      'video/mp4',
      'unplayable_media',
      /^This file has more than one video track\. Choose the file on the upload page/,
    ],
    [
      'chunks out of order',
      fixture('chunks-shuffled.mp4'),
      'video/mp4',
      'unplayable_media',
      /^This MP4 doesn't store its video or audio in playback order\. Choose the file on the upload page/,
    ],
    [
      'fragments',
      fixture('fragmented.mp4'),
      'video/mp4',
      'unplayable_media',
      /^This MP4 is cut into fragments\./,
    ],
    [
      'a recorder’s WebM',
      fixture('recorded.webm'),
      'video/webm',
      'unplayable_media',
      /^This video has no duration\./,
    ],
    [
      'half a file',
      fixture('truncated.mp4'),
      'video/mp4',
      'unplayable_media',
      'This file is damaged or incomplete.',
    ],
    [
      'a place',
      fixture('gps.mp4'),
      'video/mp4',
      'private_metadata',
      /^This file contains its recording location\./,
    ],
    [
      'a place in a WebM',
      replaced('ok.webm', 'ENCODER', 'GPS ---'),
      'video/webm',
      'private_metadata',
      /^This file contains its recording location\./,
    ],
    [
      'subtitles in a WebM',
      replaced('ok.webm', '\x83\x81\x02', '\x11', 2),
      'video/webm',
      'unplayable_media',
      /^This file has a track that's neither video nor audio\. Choose the file on the upload page/,
    ],
    [
      'half a second',
      fixture('short.mp4'),
      'video/mp4',
      'invalid_input',
      'Videos may be 1 second to 60 minutes long; this one is 0.5 seconds.',
    ],
    [
      'a film as a picture',
      fixture('ok.mp4'),
      'image/png',
      'unsupported_media',
      'Only JPEG, PNG and WebP images are accepted.',
    ],
    [
      'JPEG called PNG',
      fixture('poster.jpg'),
      'image/png',
      'unsupported_media',
      'The file says it is PNG but is JPEG.',
    ],
    [
      'half a picture',
      fixture('poster.jpg').slice(0, 3000),
      'image/jpeg',
      'unplayable_media',
      'This image is damaged.',
    ],
  ])('%s', async (_, bytes, contentType, code, detail) => {
    const ctx = await userContext()
    const id = await send(ctx, bytes, contentType)
    const sentence = typeof detail === 'string' ? detail : expect.stringMatching(detail)
    await expect(completeUpload(ctx, ctx.actor.id, id)).rejects.toMatchObject({ code, detail: sentence })

    // Only the error message remains, and its space is free again.
    await expect(getUpload(ctx, id)).rejects.toMatchObject({ code: 'gone', detail: sentence })
    const [row] = await db.select().from(uploads).where(eq(uploads.id, id))
    expect(row?.status).toBe('failed')
    expect(await env.MEDIA.head(row?.objectKey ?? '')).toBeNull()
    expect(
      await db
        .select()
        .from(mediaObjects)
        .where(eq(mediaObjects.key, row?.objectKey ?? '')),
    ).toEqual([])
    expect(await db.select().from(uploadParts).where(eq(uploadParts.uploadId, id))).toEqual([])
  })

  it('may miss the settings by a tenth of a second', async () => {
    const ctx = await userContext()
    await changeSettingsRow({ minDuration: 2, maxDuration: 3 })
    try {
      for (const seconds of [1.92, 3.08]) await expect(finish(ctx, lasting(seconds))).resolves.toBeDefined()
      for (const seconds of [1.88, 3.12])
        await expect(finish(ctx, lasting(seconds))).rejects.toMatchObject({ code: 'invalid_input' })
    } finally {
      await changeSettingsRow({ minDuration: 1, maxDuration: 3600 })
    }
  })

  it('is too long for the settings', async () => {
    const ctx = await userContext()
    await changeSettingsRow({ maxDuration: 1 })
    try {
      await expect(finish(ctx, fixture('ok.mp4'))).rejects.toMatchObject({
        code: 'invalid_input',
        detail: 'Videos may be 1 second to 1 second long; this one is 2 seconds.',
      })
    } finally {
      await changeSettingsRow({ maxDuration: 3600 })
    }
  })
})

describe('opening', () => {
  it.each([
    [announce(10, { contentType: 'video/x-matroska' }), 'unsupported_media'],
    [announce(10, { contentType: 'image/png' }), 'unsupported_media'],
    [announce(10, { kind: 'image', contentType: 'image/gif' }), 'unsupported_media'],
    [announce(2 * MiB + 1, { kind: 'image', contentType: 'image/png' }), 'too_large'],
    [announce(4294967297), 'too_large'],
  ])('refuses %o', async (input, code) => {
    await expect(openUpload(await userContext(), input)).rejects.toMatchObject({ code })
  })

  it('refuses another file under the fingerprint of an open one', async () => {
    const ctx = await userContext()
    const input = announce(10)
    await openUpload(ctx, input)
    await expect(openUpload(ctx, { ...input, size: 11 })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is limited to a hundred in an hour', async () => {
    const ctx = await userContext()
    const picture = () => announce(10, { kind: 'image', contentType: 'image/png' })
    await useUp(ctx, 'uploadOpen:%:image', 100)
    await expect(openUpload(ctx, picture())).rejects.toMatchObject({ code: 'rate_limited' })
  })
})

describe('a part', () => {
  async function opened(size: number) {
    const ctx = await userContext()
    const { upload } = await openUpload(ctx, announce(size))
    const put = async (number: number, body: Parameters<typeof putPart>[4]) =>
      putPart(ctx, ctx.actor.id, upload.id, number, body)
    return { ctx, id: upload.id, put }
  }

  it('with damaged bytes is refused, not recorded, and can be sent again', async () => {
    const film = fixture('ok.mp4')
    const { ctx, id, put } = await opened(film.length)
    const damaged = film.slice()
    damaged[100] = (damaged[100] ?? 0) ^ 1
    const { sha256 } = await part(film)
    await expect(put(1, { ...(await part(damaged)), sha256 })).rejects.toMatchObject({
      code: 'digest_mismatch',
    })
    expect((await getUpload(ctx, id)).received).toEqual([])
    await put(1, await part(film))
    await expect(completeUpload(ctx, ctx.actor.id, id)).resolves.toMatchObject({ size: film.length })
  })

  it('damaged on its second way takes the first one away, too', async () => {
    const film = fixture('ok.mp4')
    const { ctx, id, put } = await opened(film.length)
    await put(1, await part(film))
    const { stream, length } = await part(film)
    await expect(put(1, { stream, length, sha256: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'digest_mismatch',
    })
    expect((await getUpload(ctx, id)).received).toEqual([])
  })

  it('of the wrong length is refused before it is read', async () => {
    const { put } = await opened(partSize + 10)
    const body = await part(patternBytes(10))
    const unread = body.stream
    await expect(put(1, { ...body, length: partSize - 1 })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(put(1, { ...body, length: partSize + 1 })).rejects.toMatchObject({ code: 'too_large' })
    await expect(put(2, { ...body, length: 11 })).rejects.toMatchObject({ code: 'too_large' })
    await expect(put(2, { ...body, length: null })).rejects.toMatchObject({ code: 'length_required' })
    await expect(put(2, { ...body, length: Number.NaN })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(put(3, body)).rejects.toMatchObject({
      code: 'invalid_input',
      detail: 'This upload has 2 parts.',
    })
    expect(unread?.locked).toBe(false)
  })

  it.each([5, 15])('that announces 10 bytes and has %d is not recorded', async (length) => {
    const { ctx, id, put } = await opened(10)
    const body = await part(patternBytes(length))
    await expect(put(1, { ...body, length: 10 })).rejects.toMatchObject({ code: 'malformed_body' })
    expect((await getUpload(ctx, id)).received).toEqual([])
  })

  it('that breaks off is not recorded', async () => {
    const film = fixture('ok.mp4')
    const { ctx, id, put } = await opened(film.length)
    let pulls = 0
    const stream = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        if (pulls++ === 2) controller.error(new Error('gone'))
        else controller.enqueue(film.slice(0, 1000))
      },
    })
    await expect(put(1, { ...(await part(film)), stream })).rejects.toMatchObject({ code: 'malformed_body' })
    expect((await getUpload(ctx, id)).received).toEqual([])
  })

  it('of an unknown upload, or of somebody else’s, is the same 404', async () => {
    const { id } = await opened(10)
    const other = await userContext()
    const body = await part(patternBytes(10))
    const missing = await putPart(other, other.actor.id, 'no-such-upload', 1, body).catch(String)
    const foreign = await putPart(other, other.actor.id, id, 1, body).catch(String)
    expect(foreign).toBe(missing)
    expect(foreign).toContain('not_found')
  })

  it('of a finished upload is refused', async () => {
    const ctx = await userContext()
    const film = fixture('ok.mp4')
    const { id } = await finish(ctx, film)
    await expect(putPart(ctx, ctx.actor.id, id, 1, await part(film))).rejects.toMatchObject({
      code: 'conflict',
      detail: 'This upload is finished already.',
    })
  })
})
