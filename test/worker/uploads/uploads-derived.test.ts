import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { UploadKind } from '#contract/values/uploads/upload'
import { mediaObjects, renditions, segmentIndexes, uploads } from '#db/schema'
import { hashSource } from '#worker/services/moderation/screening/hash-source'
import { prunePending } from '#worker/services/shared/objects/prune-pending'
import { abandonUpload } from '#worker/services/uploads/transfer/abandon'
import { claimUpload } from '#worker/services/uploads/transfer/claim'
import { completeUpload } from '#worker/services/uploads/transfer/complete'
import { createMediaStore } from '#worker/storage/media-store'
import { userContext } from '../../support/context'
import { makeUser, makeVideo, signInAs, testDb, videoRow } from '../../support/factories'
import { fixture } from '../../support/fixtures'
import { readFiles } from '../../support/moderation/safety'
import { stripped } from '../../support/stripped'
import { cost } from '../../support/videos/media'
import { announce, contentDigest, finish, lasting, send, sha256 } from '../../support/videos/uploads'

const db = testDb()

async function keyOf(id: string): Promise<string> {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id))
  return row?.objectKey ?? ''
}

async function objectOf(id: string) {
  const [row] = await db
    .select()
    .from(mediaObjects)
    .where(eq(mediaObjects.key, await keyOf(id)))
  return row
}

async function bytesOf(key: string): Promise<Uint8Array | undefined> {
  return (await env.MEDIA.get(key))?.bytes()
}

function textOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder('latin1').decode(bytes)
}

async function segmentsOf(id: string) {
  const [row] = await db
    .select()
    .from(segmentIndexes)
    .where(eq(segmentIndexes.objectKey, await keyOf(id)))
  return row
}

/** The segments in the `sidx` of cmaf.mp4, as written by ffmpeg. */
const segments = [11594, 11398, 11190, 11281, 11295, 12641].map((bytes) => [bytes, 2000])

/** Returns a silent film whose fragments all start this many seconds later. */
function later(film: Uint8Array<ArrayBuffer>, seconds: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(film.buffer)
  // Finds nested boxes by searching. Name, version and flags, two dates, then the timescale.
  const [scale = 0] = places(film, 'mdhd')
  for (const place of places(film, 'tfdt')) {
    const ticks = BigInt(seconds * view.getUint32(scale + 16))
    view.setBigUint64(place + 8, view.getBigUint64(place + 8) + ticks)
  }
  return film
}

function places(bytes: Uint8Array, name: string): number[] {
  const text = new TextDecoder('latin1').decode(bytes)
  return [...text.matchAll(new RegExp(name, 'g'))].map(({ index }) => index)
}

describe('a source in fragments with an index', () => {
  it('is accepted, with its length by the index, and its segments are noted', async () => {
    const film = fixture('cmaf.mp4')
    const finished = await finish(await userContext(), film)
    expect(finished).toEqual({
      id: finished.id,
      size: film.length,
      contentType: 'video/mp4',
      duration: 12,
      width: 320,
      height: 180,
      sameAs: null,
    })
    expect(await objectOf(finished.id)).toMatchObject({ kind: 'source', bytes: film.length })
    const { segments: noted, ...row } = (await segmentsOf(finished.id)) ?? { segments: '' }
    expect(JSON.parse(noted)).toEqual(segments)
    expect(row).toEqual({
      objectKey: await keyOf(finished.id),
      width: 320,
      height: 180,
      codecs: 'avc1.64000c,mp4a.40.2',
      // The last segment, and all media bytes over twelve seconds.
      peakBandwidth: (12641 * 8) / 2,
      averageBandwidth: Math.ceil((69399 * 8) / 12),
      initBytes: 1226,
      firstOffset: 1450,
      firstTime: 0,
    })
  })

  it('is read once a segment', async () => {
    const ctx = await userContext()
    const id = await send(ctx, fixture('cmaf.mp4'))
    const counts = { reads: 0, writes: 0, ms: 0 }
    await completeUpload({ ...ctx, media: createMediaStore(env.MEDIA, counts) }, ctx.actor.id, id)
    // Its first bytes, the index, a sample of segments, each segment, and all of it to drop the muxer's names.
    expect(counts.reads).toBeLessThanOrEqual(4 + segments.length * 2)
  })

  it('takes its index along when it goes', async () => {
    const ctx = await userContext()
    const { id } = await finish(ctx, fixture('cmaf.mp4'))
    const key = await keyOf(id)
    await abandonUpload(ctx, ctx.actor.id, id)
    await prunePending(ctx)
    expect(await db.select().from(segmentIndexes).where(eq(segmentIndexes.objectKey, key))).toEqual([])
    expect(await env.MEDIA.head(key)).toBeNull()
  })

  it('is hashed like any other, and found again behind another index', async () => {
    const ctx = await userContext()
    const hashes = []
    for (const name of ['cmaf.mp4', 'cmaf-remuxed.mp4']) {
      const { id, size } = await finish(ctx, fixture(name))
      const facts = { sourceKey: await keyOf(id), sourceBytes: size, sourceType: 'mp4' } as const
      const video = await makeVideo(ctx.actor.id, { ...facts, status: 'processing' })
      await hashSource(ctx, video.id)
      expect((await videoRow(video.id))?.status).toBe('ready')
      const object = await objectOf(id)
      expect(object?.sha256).toBe(await sha256(await stripped(fixture(name))))
      hashes.push(object)
    }
    expect(hashes[0]?.sha256).not.toBe(hashes[1]?.sha256)
    expect(hashes[0]?.pictureSha256).toBe(hashes[1]?.pictureSha256)
  })

  it('has no index beside it when it is progressive', async () => {
    const { id } = await finish(await userContext(), fixture('ok.mp4'))
    expect(await segmentsOf(id)).toBeUndefined()
  })
})

describe('what the studio makes', () => {
  it.each([
    ['rendition', 'cmaf-lower.mp4', 'video/mp4', 'rendition', { duration: 12, width: 160, height: 90 }],
    ['rendition', 'cmaf-silent.mp4', 'video/mp4', 'rendition', { duration: 12, width: 320, height: 180 }],
    ['preview', 'silent.mp4', 'video/mp4', 'preview', { duration: 2, width: 320, height: 180 }],
    ['trailer', 'silent.mp4', 'video/mp4', 'trailer', { duration: 2, width: 320, height: 180 }],
    ['blurred', 'storyboard.jpg', 'image/jpeg', 'blurred', { duration: null, width: 1600, height: 180 }],
    [
      'storyboard',
      'storyboard.jpg',
      'image/jpeg',
      'storyboard',
      { duration: null, width: 1600, height: 180 },
    ],
  ] as const)('%s: %s', async (kind, name, contentType, objectKind, facts) => {
    const finished = await finish(await userContext(), fixture(name), contentType, kind)
    expect(finished).toMatchObject({ ...facts, contentType })
    expect(await objectOf(finished.id)).toMatchObject({ kind: objectKind, bytes: finished.size, contentType })
    expect((await segmentsOf(finished.id)) !== undefined).toBe(kind === 'rendition')
  })

  it('is noted with the second at which it begins to be decoded', async () => {
    const ctx = await userContext()
    for (const seconds of [0, 7]) {
      const { id } = await finish(ctx, later(fixture('cmaf-silent.mp4'), seconds), 'video/mp4', 'rendition')
      expect((await segmentsOf(id))?.firstTime).toBe(seconds)
    }
  })

  it('names the sound of a rendition only when there is one', async () => {
    const ctx = await userContext()
    const silent = await finish(ctx, fixture('cmaf-silent.mp4'), 'video/mp4', 'rendition')
    expect((await segmentsOf(silent.id))?.codecs).toBe('avc1.64000c')
  })

  it('may last a second longer than it should', async () => {
    const finished = await finish(await userContext(), lasting(6.99), 'video/mp4', 'preview')
    expect(finished.duration).toBeCloseTo(6.99, 1)
  })

  it('loses names and messages that its encoder left, unlike a source, which does when it is hashed', async () => {
    const ctx = await userContext()
    const stored = async (name: string, kind: UploadKind) =>
      bytesOf(await keyOf((await finish(ctx, fixture(name), 'video/mp4', kind)).id))
    for (const [name, kind] of [
      ['cmaf-lower.mp4', 'rendition'],
      ['silent.mp4', 'preview'],
      ['silent.mp4', 'trailer'],
    ] as const) {
      expect(textOf(fixture(name))).toContain('x264')
      const bytes = await stored(name, kind)
      expect(bytes).toEqual(await stripped(fixture(name)))
      expect(textOf(bytes)).not.toContain('x264')
    }
    expect(await stored('cmaf-lower.mp4', 'video')).toEqual(fixture('cmaf-lower.mp4'))
  })

  it('is never stored again once a video has it: not by the job, not as evidence', async () => {
    const ctx = await userContext()
    const made = fixture('cmaf-lower.mp4')
    for (const hold of [null, 'quarantine', 'removed'] as const) {
      const source = await keyOf((await finish(ctx, made)).id)
      const rendition = await keyOf((await finish(ctx, made, 'video/mp4', 'rendition')).id)
      // As one from before its messages were looked for.
      await env.MEDIA.put(rendition, made)
      const film = { sourceKey: source, sourceBytes: made.length, sourceType: 'mp4', hold } as const
      const { id: videoId } = await makeVideo(ctx.actor.id, film)
      const about = { bytes: made.length, quality: 90, bandwidth: 1 }
      await db.insert(renditions).values({ ...about, objectKey: rendition, videoId })
      const etags = async () =>
        [await env.MEDIA.head(source), await env.MEDIA.head(rendition)].map((o) => o?.etag)
      const before = await etags()
      await readFiles(ctx, videoId)
      expect(await etags()).toEqual(before)
      const [row] = await db.select().from(mediaObjects).where(eq(mediaObjects.key, rendition))
      expect(row?.sha256).toBe(await sha256(made))
    }
  })

  it('is stored again only where it has something to lose', async () => {
    const ctx = await userContext()
    const writes = async (film: Uint8Array<ArrayBuffer>) => {
      const id = await send(ctx, film, 'video/mp4', 'rendition')
      const counts = { reads: 0, writes: 0, ms: 0 }
      await completeUpload({ ...ctx, media: createMediaStore(env.MEDIA, counts) }, ctx.actor.id, id)
      return counts.writes
    }
    const film = fixture('cmaf-lower.mp4')
    expect(await writes(await stripped(film))).toBeLessThan(await writes(film))
  })

  it('loses the metadata of a storyboard', async () => {
    const ctx = await userContext()
    const picture = fixture('poster.jpg')
    const { id } = await finish(ctx, picture, 'image/jpeg', 'storyboard')
    const stored = await (await env.MEDIA.get(await keyOf(id)))?.text()
    expect(new TextDecoder('latin1').decode(picture)).toContain('Telltale 3000')
    expect(stored).not.toContain('Telltale 3000')
  })

  it.each([
    ['rendition', 'cmaf-lower.mp4', 'video/mp4'],
    ['preview', 'silent.mp4', 'video/mp4'],
    ['storyboard', 'storyboard.jpg', 'image/jpeg'],
  ] as const)('%s is done once by two calls at the same time', async (kind, name, contentType) => {
    const ctx = await userContext()
    const id = await send(ctx, fixture(name), contentType, kind)
    const answers = await Promise.allSettled([1, 2].map(() => completeUpload(ctx, ctx.actor.id, id)))
    const refused = answers.filter((each) => each.status === 'rejected')
    for (const each of refused) expect(each.reason).toMatchObject({ code: 'conflict' })
    expect(refused.length).toBeLessThan(2)
    const finished = await completeUpload(ctx, ctx.actor.id, id)
    expect(await objectOf(id)).toMatchObject({ bytes: finished.size })
    expect((await segmentsOf(id)) !== undefined).toBe(kind === 'rendition')
  })

  it.each([
    ['rendition', 'cmaf-lower.mp4', 'video/mp4', 'renditions'],
    ['preview', 'silent.mp4', 'video/mp4', 'previewFile'],
    ['trailer', 'silent.mp4', 'video/mp4', 'trailerFile'],
    ['blurred', 'storyboard.jpg', 'image/jpeg', 'blurredFile'],
    ['storyboard', 'storyboard.jpg', 'image/jpeg', 'storyboardFile'],
  ] as const)('%s is taken by its owner as nothing else', async (kind, name, contentType, field) => {
    const ctx = await userContext()
    const { id } = await finish(ctx, fixture(name), contentType, kind)
    await expect(claimUpload(ctx, id, kind)).resolves.toMatchObject({ id, kind })
    await expect(claimUpload(ctx, id, 'video')).rejects.toMatchObject({
      options: { errors: [{ path: 'videoFile' }] },
    })
    await expect(claimUpload(await userContext(), id, kind)).rejects.toMatchObject({
      code: 'invalid_input',
      options: { errors: [{ path: field }] },
    })
  })

  it('travels through the same requests as a source', async () => {
    const client = await signInAs(await makeUser())
    const rendition = fixture('ok-lower.mp4')
    const json = announce(rendition.length, { kind: 'rendition', fileName: '90p.mp4' })
    const { id } = await client.json<{ id: string }>('POST', '/api/uploads', json)
    await client.request('PUT', `/api/uploads/${id}/parts/1`, {
      body: rendition,
      headers: {
        'content-length': String(rendition.length),
        'content-digest': await contentDigest(rendition),
      },
    })
    const other = await signInAs(await makeUser())
    expect((await other.request('POST', `/api/uploads/${id}/complete`)).status).toBe(404)
    const answer = await client.request('POST', `/api/uploads/${id}/complete`)
    expect(answer.status).toBe(200)
    expect(cost(answer, 'r2').reads).toBeLessThanOrEqual(8)
    expect(await answer.json()).toMatchObject({ id, duration: 2, width: 160, height: 90 })
  })
})
