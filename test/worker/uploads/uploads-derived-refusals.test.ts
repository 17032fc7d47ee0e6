import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { maxImageBytes } from '#contract/values/shared/limits'
import type { UploadKind } from '#contract/values/uploads/upload'
import { maxPreviewBytes, maxTrailerBytes } from '#contract/values/videos/media'
import { mediaObjects, segmentIndexes, uploads, users } from '#db/schema'
import { abandonUpload } from '#worker/services/uploads/transfer/abandon'
import { completeUpload } from '#worker/services/uploads/transfer/complete'
import { openUpload } from '#worker/services/uploads/transfer/open'
import { userContext } from '../../support/context'
import { changeSettingsRow, testDb } from '../../support/factories'
import { fixture } from '../../support/fixtures'
import { announce, finish, send, useUp } from '../../support/videos/uploads'

const db = testDb()

/** Returns the file with other bytes from `at` on. */
function changed(name: string, at: number, ...bytes: number[]): Uint8Array<ArrayBuffer> {
  const film = fixture(name)
  film.set(bytes, at)
  return film
}

/** Returns a film of one chunk with a NAL unit more in its first picture. */
function withUnit(film: Uint8Array<ArrayBuffer>, header: number, bytes: number): Uint8Array<ArrayBuffer> {
  const places = (name: string) => new TextDecoder('latin1').decode(film).indexOf(name)
  const [sizes, chunks, media] = [places('stsz') + 16, places('stco') + 12, places('mdat') - 4]
  const view = new DataView(film.buffer)
  const end = view.getUint32(chunks) + view.getUint32(sizes)
  for (const at of [sizes, media]) view.setUint32(at, view.getUint32(at) + 4 + bytes)
  const unit = new Uint8Array(4 + bytes).fill(0xff)
  new DataView(unit.buffer).setUint32(0, bytes)
  unit[4] = header
  return new Uint8Array([...film.subarray(0, end), ...unit, ...film.subarray(end)])
}

const film = fixture('cmaf.mp4')
const sidxAt = 1226
const damaged = 'This file is damaged or incomplete.'
const noIndex = 'A further quality must be a fragmented MP4 with a segment index in front.'

describe('files of the studio that are refused', () => {
  it.each<
    [
      what: string,
      kind: UploadKind,
      bytes: Uint8Array<ArrayBuffer>,
      contentType: string,
      code: string,
      detail: string | RegExp,
    ]
  >([
    ['a source without its end', 'video', film.slice(0, -1), 'video/mp4', 'unplayable_media', damaged],
    ['a source cut in the middle', 'video', film.slice(0, 30_000), 'video/mp4', 'unplayable_media', damaged],
    [
      'a source with more behind its end',
      'video',
      new Uint8Array([...film, 0, 0, 0, 8, 102, 114, 101, 101]),
      'video/mp4',
      'unplayable_media',
      damaged,
    ],
    [
      'a source whose index claims another length',
      'video',
      // Duration of the second segment: 4 s instead of 2.
      changed('cmaf.mp4', sidxAt + 8 + 32 + 12 + 4, 0, 0, 0xa0, 0),
      'video/mp4',
      'unplayable_media',
      damaged,
    ],
    [
      'a source with something else where its last segment begins',
      'video',
      changed('cmaf.mp4', film.length - 12641 + 4, 102, 114, 101, 101),
      'video/mp4',
      'unplayable_media',
      damaged,
    ],
    [
      'an HEVC source in fragments',
      'video',
      fixture('cmaf-hevc.mp4'),
      'video/mp4',
      'unplayable_media',
      /^This video uses HEVC/,
    ],
    [
      'a source in fragments with Opus',
      'video',
      fixture('cmaf-opus.mp4'),
      'video/mp4',
      'unplayable_media',
      "This video's audio is Opus, which most browsers can't play. Save it with AAC and try again.",
    ],
    [
      'a source in fragments with two pictures',
      'video',
      fixture('cmaf-two-pictures.mp4'),
      'video/mp4',
      'unplayable_media',
      'A fragmented MP4 may have one picture and one sound.',
    ],
    [
      'a source in fragments with two sounds',
      'video',
      fixture('cmaf-two-sounds.mp4'),
      'video/mp4',
      'unplayable_media',
      'A fragmented MP4 may have one picture and one sound.',
    ],
    [
      'a source in fragments with a place',
      'video',
      fixture('cmaf-gps.mp4'),
      'video/mp4',
      'private_metadata',
      /^This file contains its recording location\./,
    ],
    [
      'a rendition with a place',
      'rendition',
      fixture('cmaf-gps.mp4'),
      'video/mp4',
      'private_metadata',
      /^This file/,
    ],
    ['a progressive rendition', 'rendition', fixture('ok.mp4'), 'video/mp4', 'unplayable_media', noIndex],
    [
      'a rendition without an index',
      'rendition',
      fixture('fragmented.mp4'),
      'video/mp4',
      'unplayable_media',
      noIndex,
    ],
    ['half a rendition', 'rendition', film.slice(0, 30_000), 'video/mp4', 'unplayable_media', damaged],
    [
      'a WebM as a rendition',
      'rendition',
      fixture('ok.webm'),
      'video/mp4',
      'unsupported_media',
      'The file says it is MP4 but is WebM.',
    ],
    [
      'a picture as a rendition',
      'rendition',
      fixture('poster.jpg'),
      'video/mp4',
      'unplayable_media',
      'This file is an image (JPEG), not a video.',
    ],
    [
      'a preview with sound',
      'preview',
      fixture('ok.mp4'),
      'video/mp4',
      'unplayable_media',
      'A preview must have no sound.',
    ],
    [
      'a trailer with sound',
      'trailer',
      fixture('ok.mp4'),
      'video/mp4',
      'unplayable_media',
      'A trailer must have no sound.',
    ],
    [
      // More than is read at once: a message in front, then padding, then settings that are none.
      'a preview that turns out to be damaged when its messages are removed',
      'preview',
      withUnit(withUnit(fixture('silent.mp4'), 12, 600_000), 0x68, 3000),
      'video/mp4',
      'unplayable_media',
      damaged,
    ],
    [
      'a long trailer',
      'trailer',
      fixture('long-preview.mp4'),
      'video/mp4',
      'invalid_input',
      'A trailer may be 10 seconds long; this one is 12 seconds.',
    ],
    [
      'a long preview',
      'preview',
      fixture('long-preview.mp4'),
      'video/mp4',
      'invalid_input',
      'A preview may be 6 seconds long; this one is 12 seconds.',
    ],
    [
      'a preview in fragments',
      'preview',
      fixture('cmaf-silent.mp4'),
      'video/mp4',
      'unplayable_media',
      /^This MP4 is cut into fragments\./,
    ],
    ['a preview with a place', 'preview', fixture('gps.mp4'), 'video/mp4', 'private_metadata', /^This file/],
    ['an HEVC preview', 'preview', fixture('hevc.mp4'), 'video/mp4', 'unplayable_media', /uses HEVC/],
    [
      'a film as a storyboard',
      'storyboard',
      fixture('silent.mp4'),
      'image/jpeg',
      'unsupported_media',
      'Only JPEG, PNG and WebP images are accepted.',
    ],
    [
      'half a storyboard',
      'storyboard',
      fixture('storyboard.jpg').slice(0, 3000),
      'image/jpeg',
      'unplayable_media',
      'This image is damaged.',
    ],
  ])('%s', async (_, kind, bytes, contentType, code, detail) => {
    const ctx = await userContext()
    const id = await send(ctx, bytes, contentType, kind)
    const sentence = typeof detail === 'string' ? detail : expect.stringMatching(detail)
    await expect(completeUpload(ctx, ctx.actor.id, id)).rejects.toMatchObject({ code, detail: sentence })

    const [row] = await db.select().from(uploads).where(eq(uploads.id, id))
    const key = row?.objectKey ?? ''
    expect(row).toMatchObject({ status: 'failed', error: sentence })
    expect(await env.MEDIA.head(key)).toBeNull()
    expect(await db.select().from(mediaObjects).where(eq(mediaObjects.key, key))).toEqual([])
    expect(await db.select().from(segmentIndexes).where(eq(segmentIndexes.objectKey, key))).toEqual([])
  })

  it('is a source in fragments that is too long for the settings', async () => {
    await changeSettingsRow({ maxDuration: 10 })
    try {
      await expect(finish(await userContext(), film)).rejects.toMatchObject({
        code: 'invalid_input',
        detail: 'Videos may be 1 second to 10 seconds long; this one is 12 seconds.',
      })
      // A rendition may be as long as its source, regardless of the current settings.
      await expect(finish(await userContext(), film, 'video/mp4', 'rendition')).resolves.toMatchObject({
        duration: 12,
      })
    } finally {
      await changeSettingsRow({ maxDuration: 3600 })
    }
  })
})

describe('opening what the studio made', () => {
  it.each([
    [announce(10, { kind: 'rendition', contentType: 'video/webm' }), 'unsupported_media'],
    [announce(10, { kind: 'storyboard', contentType: 'image/png' }), 'unsupported_media'],
    [announce(10, { kind: 'preview', contentType: 'image/jpeg' }), 'unsupported_media'],
    [announce(maxImageBytes + 1, { kind: 'storyboard', contentType: 'image/jpeg' }), 'too_large'],
    [announce(maxPreviewBytes + 1, { kind: 'preview' }), 'too_large'],
    [announce(maxTrailerBytes + 1, { kind: 'trailer' }), 'too_large'],
    [announce(4294967297, { kind: 'rendition' }), 'too_large'],
  ])('refuses %o', async (input, code) => {
    await expect(openUpload(await userContext(), input)).rejects.toMatchObject({ code })
  })

  it('holds six renditions open for each video that may be, beside the videos', async () => {
    const ctx = await userContext()
    const open = (kind: UploadKind) => openUpload(ctx, announce(1000, { kind }))
    await db.update(users).set({ openUploads: 1 }).where(eq(users.id, ctx.actor.id))
    for (let count = 0; count < 6; count += 1) await open('rendition')
    await expect(open('rendition')).rejects.toMatchObject({
      code: 'conflict',
      detail: 'You have 6 uploads in progress. Finish or cancel one first.',
    })
    await expect(open('video')).resolves.toMatchObject({ created: true })
    await expect(open('preview')).resolves.toMatchObject({ created: true })
  })

  it('lets each kind through as often as a hundred videos need it in an hour', async () => {
    const ctx = await userContext()
    const preview = () => openUpload(ctx, announce(10, { kind: 'preview' }))
    await useUp(ctx, 'uploadOpen:%:preview', 99)
    await preview()
    await expect(preview()).rejects.toMatchObject({ code: 'rate_limited' })
    const storyboard = announce(10, { kind: 'storyboard', contentType: 'image/jpeg' })
    await expect(openUpload(ctx, storyboard)).resolves.toMatchObject({ created: true })
  })

  it('lets six renditions through for each of them', async () => {
    const ctx = await userContext()
    const rendition = async () => {
      const { upload } = await openUpload(ctx, announce(10, { kind: 'rendition' }))
      await abandonUpload(ctx, ctx.actor.id, upload.id)
    }
    await useUp(ctx, 'renditionOpen:%:rendition', 599)
    await rendition()
    await expect(rendition()).rejects.toMatchObject({ code: 'rate_limited' })
  })
})
