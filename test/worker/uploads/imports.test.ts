import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { partSize } from '#contract/values/shared/limits'
import { imports } from '#db/schema'
import {
  cancelImport,
  continueAbandonedImports,
  getImport,
  runImport,
  startImport,
} from '#worker/services/uploads/imports/index'
import { abandonUpload } from '#worker/services/uploads/transfer/abandon'
import { claimUpload } from '#worker/services/uploads/transfer/claim'
import { pruneStaleUploads } from '#worker/services/uploads/transfer/stale'
import { later, userContext } from '../../support/context'
import { testDb } from '../../support/factories'
import { fixture } from '../../support/fixtures'
import {
  deliver,
  holdingsOf,
  importRowOf,
  longClip,
  oneParters,
  storedBytes,
  withoutQueues,
} from '../../support/videos/imports'
import { answer, Origin, type OriginFile } from '../../support/videos/origin'
import { sha256 } from '../../support/videos/uploads'

const address = 'https://videos.example.com/clip.mp4'

/** Creates an account with an import that waits for its first message, and the import's host. */
async function started(file: OriginFile) {
  const origin = new Origin(file)
  const { ctx, sent } = withoutQueues(origin.in(await userContext()))
  const { id } = await startImport(ctx, { url: address })
  return { origin, ctx, sent, id }
}

/** Returns the SHA-256 of a finished import in R2, since comparing long files byte by byte is slow. */
async function fetched(userId: number) {
  const { uploads } = await holdingsOf(userId)
  const bytes = await storedBytes(uploads[0]?.objectKey ?? '')
  return bytes && sha256(bytes)
}

describe('an import for the editor', () => {
  it('fetches a small file in one request', async () => {
    const { origin, ctx, sent, id } = await started({ bytes: fixture('ok.mp4') })
    expect(await getImport(ctx, id)).toMatchObject({
      status: 'queued',
      received: 0,
      size: null,
      uploadId: null,
    })
    await deliver(ctx, sent)
    const state = await getImport(ctx, id)
    const { length } = fixture('ok.mp4')
    expect(state).toMatchObject({
      status: 'done',
      received: length,
      size: length,
      error: null,
      obstacle: null,
    })
    // It can be published like any upload.
    await claimUpload(ctx, state.uploadId ?? '', 'video')
    expect(origin.requests).toHaveLength(1)
    expect(await fetched(ctx.actor.id)).toBe(await sha256(fixture('ok.mp4')))
  })

  it('fetches a large file in slices that the validator ties together', async () => {
    const bytes = longClip(2)
    const { origin, ctx, sent, id } = await started({ bytes })
    await deliver(ctx, sent, oneParters)
    expect((await getImport(ctx, id)).status).toBe('done')
    expect(origin.ranges).toEqual([
      `bytes=0-${partSize - 1}`,
      `bytes=${partSize}-${2 * partSize - 1}`,
      `bytes=${2 * partSize}-${3 * partSize - 1}`,
    ])
    expect(origin.requests.map((request) => request.headers.get('if-range'))).toEqual([null, '"v1"', '"v1"'])
    expect(await fetched(ctx.actor.id)).toBe(await sha256(bytes))
  })

  it('shows how far it is, and hands out no upload before the end', async () => {
    const { ctx, sent, id } = await started({ bytes: longClip(2) })
    await runImport(ctx, id, false, oneParters)
    expect(await getImport(ctx, id)).toMatchObject({
      status: 'fetching',
      received: partSize,
      size: longClip(2).length,
      uploadId: null,
    })
    expect(sent.imports).toEqual([{ importId: id }, { importId: id }])
  })

  it.each([
    ['knows no ranges', { ranges: false }],
    ['has no strong validator', { etag: 'W/"weak"' }],
  ])('fetches in one pass from a host that %s', async (_, vice) => {
    const bytes = longClip(1)
    const { ctx, sent, id } = await started({ bytes, ...vice })
    await deliver(ctx, sent, oneParters)
    expect((await getImport(ctx, id)).status).toBe('done')
    expect(await fetched(ctx.actor.id)).toBe(await sha256(bytes))
  })

  it('goes on behind the parts that arrived', async () => {
    const bytes = longClip(3)
    const { origin, ctx, sent, id } = await started({ bytes })
    const headers = {
      'content-type': 'video/mp4',
      etag: '"v1"',
      'content-range': `bytes 0-${bytes.length - 1}/${bytes.length}`,
    }
    origin.tricks.push((request) =>
      request.headers.get('if-range')
        ? null
        : answer(bytes, { status: 206, headers: new Headers(headers) }, 2 * partSize + 1000),
    )
    await deliver(ctx, sent)
    expect((await getImport(ctx, id)).status).toBe('done')
    expect(origin.ranges.map((range) => Number(/\d+/.exec(range ?? '')?.[0]))).toEqual([0, 2 * partSize])
    expect(await fetched(ctx.actor.id)).toBe(await sha256(bytes))
  })

  it('begins anew from a host without ranges', async () => {
    const bytes = longClip(1)
    const { origin, ctx, sent, id } = await started({ bytes, ranges: false })
    let breaks = 1
    origin.tricks.push(() => {
      breaks -= 1
      const headers = new Headers({ 'content-type': 'video/mp4' })
      return breaks < 0 ? null : answer(bytes, { status: 200, headers }, partSize + 1000)
    })
    await deliver(ctx, sent)
    expect((await getImport(ctx, id)).status).toBe('done')
    expect(await fetched(ctx.actor.id)).toBe(await sha256(bytes))
    expect((await holdingsOf(ctx.actor.id)).uploads).toHaveLength(1)
  })

  it('comes back to a host that is busy', async () => {
    const { origin, ctx, sent, id } = await started({ bytes: fixture('ok.mp4') })
    let busy = 3
    origin.tricks.push(() => {
      busy -= 1
      return busy < 0 ? null : new Response(null, { status: 503 })
    })
    await deliver(ctx, sent)
    expect((await getImport(ctx, id)).status).toBe('done')
  })

  it('ends at the last try of a file that could not be stored', async () => {
    const { ctx, sent, id } = await started({ bytes: fixture('ok.mp4') })
    const media = { ...ctx.media, part: () => Promise.reject(new Error('R2 is down')) }
    await deliver({ ...ctx, media }, sent)
    expect(await getImport(ctx, id)).toMatchObject({
      status: 'failed',
      error: "Couldn't store the file. Please try again later.",
    })
    expect(await holdingsOf(ctx.actor.id)).toEqual({ uploads: [], objects: [], parts: [] })
  })

  it('starts over once when the file changes, and gives up when it does again', async () => {
    const { origin, ctx, sent, id } = await started({ bytes: longClip(1, 1), etag: '"v1"' })
    await runImport(ctx, id, false, oneParters)
    origin.file = { bytes: longClip(1, 2), etag: '"v2"' }
    await runImport(ctx, id, false, oneParters)
    expect(await importRowOf(id)).toMatchObject({ restarts: 1, received: 0, uploadId: null })
    await runImport(ctx, id, false, oneParters)
    origin.file = { bytes: longClip(1, 3), etag: '"v3"' }
    await runImport(ctx, id, false, oneParters)
    expect(await getImport(ctx, id)).toMatchObject({
      status: 'failed',
      error: 'The file changed while we were fetching it.',
    })
    expect(sent.jobs).toEqual([])
    expect(await holdingsOf(ctx.actor.id)).toEqual({ uploads: [], objects: [], parts: [] })
  })

  it('holds the new file after starting over', async () => {
    const { origin, ctx, sent, id } = await started({ bytes: longClip(1, 1), etag: '"v1"' })
    await runImport(ctx, id, false, oneParters)
    origin.file = { bytes: longClip(1, 2), etag: '"v2"' }
    await deliver(ctx, sent, oneParters)
    expect((await getImport(ctx, id)).status).toBe('done')
    expect(await fetched(ctx.actor.id)).toBe(await sha256(longClip(1, 2)))
  })

  it('does not trust a host that answers ranges of another file in spite of If-Range', async () => {
    const { origin, ctx, sent, id } = await started({ bytes: longClip(1, 1) })
    await runImport(ctx, id, false, oneParters)
    const changed = new Origin({ bytes: longClip(1, 2), etag: '"v2"' })
    origin.tricks.push((request) => {
      request.headers.delete('if-range')
      return changed.fetch(request)
    })
    await deliver(ctx, sent, oneParters)
    expect(await fetched(ctx.actor.id)).toBe(await sha256(longClip(1, 2)))
    expect(await importRowOf(id)).toMatchObject({ restarts: 1, status: 'done' })
  })

  it('is fetched once, however often its message comes', async () => {
    const { origin, ctx, id } = await started({ bytes: fixture('ok.mp4') })
    await Promise.all(Array.from({ length: 4 }, () => runImport(ctx, id, false)))
    await runImport(ctx, id, false)
    expect(origin.requests).toHaveLength(1)
    expect((await getImport(ctx, id)).status).toBe('done')
    expect((await holdingsOf(ctx.actor.id)).uploads).toHaveLength(1)
  })

  it('follows three redirects and no more', async () => {
    const { origin, ctx, sent, id } = await started({ bytes: fixture('ok.mp4') })
    origin.tricks.push((request) => {
      const hop = Number(new URL(request.url).searchParams.get('hop') ?? 0)
      return hop < 3 ? Response.redirect(`${address}?hop=${hop + 1}`, 302) : null
    })
    await deliver(ctx, sent)
    expect((await getImport(ctx, id)).status).toBe('done')
    expect(origin.requests).toHaveLength(4)
  })

  it.each([
    ['moov-last.mp4', "This MP4's index is at the end, so it can't start playing right away."],
    ['gps.mp4', 'This file contains its recording location.'],
    ['quicktime.mp4', "This file is QuickTime (MOV); it isn't MP4 or WebM."],
    ['matroska.webm', "This file is Matroska (MKV); it isn't MP4 or WebM."],
    ['fragmented.mp4', 'This MP4 is cut into fragments.'],
  ])('takes %s, which the editor repairs and nobody can publish as it is', async (name, why) => {
    const { ctx, sent, id } = await started({
      bytes: fixture(name),
      contentType: 'application/octet-stream',
    })
    await deliver(ctx, sent)
    const { status, uploadId, obstacle } = await getImport(ctx, id)
    expect([status, obstacle]).toEqual(['done', why])
    await expect(claimUpload(ctx, uploadId ?? '', 'video')).rejects.toMatchObject({ code: 'invalid_input' })
    await abandonUpload(ctx, ctx.actor.id, uploadId ?? '')
    expect(await holdingsOf(ctx.actor.id)).toEqual({ uploads: [], objects: [], parts: [] })
    expect(await fetched(ctx.actor.id)).toBeNull()
  })

  it.each(['ok.mp4', 'moov-last.mp4'])('is swept after two days when nobody fetched it: %s', async (name) => {
    const { ctx, sent } = await started({ bytes: fixture(name) })
    await deliver(ctx, sent)
    await pruneStaleUploads(later(ctx, 47 * 3600_000))
    expect((await holdingsOf(ctx.actor.id)).uploads).toHaveLength(1)
    await pruneStaleUploads(later(ctx, 49 * 3600_000))
    expect(await holdingsOf(ctx.actor.id)).toEqual({ uploads: [], objects: [], parts: [] })
  })
})

describe('cancelling', () => {
  it('leaves nothing of an import under way', async () => {
    const { ctx, id } = await started({ bytes: longClip(2) })
    await runImport(ctx, id, false, oneParters)
    await cancelImport(ctx, id)
    await expect(getImport(ctx, id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await holdingsOf(ctx.actor.id)).toEqual({ uploads: [], objects: [], parts: [] })
  })

  it('ends a run that is at work', async () => {
    const { origin, ctx, sent, id } = await started({ bytes: longClip(2) })
    origin.tricks.push(async (request) => {
      if (request.headers.get('if-range')) await cancelImport(ctx, id)
      return null
    })
    await deliver(ctx, sent, oneParters)
    expect(await importRowOf(id)).toBeUndefined()
    expect(await holdingsOf(ctx.actor.id)).toEqual({ uploads: [], objects: [], parts: [] })
  })

  it('takes a finished file along', async () => {
    const { ctx, sent, id } = await started({ bytes: fixture('ok.mp4') })
    await deliver(ctx, sent)
    const key = (await holdingsOf(ctx.actor.id)).uploads[0]?.objectKey ?? ''
    await cancelImport(ctx, id)
    expect(await storedBytes(key)).toBeNull()
    expect(await holdingsOf(ctx.actor.id)).toEqual({ uploads: [], objects: [], parts: [] })
  })
})

describe('an import whose message was lost', () => {
  const db = testDb()

  it('is gone on with', async () => {
    const { ctx, sent, id } = await started({ bytes: longClip(1) })
    await runImport(ctx, id, false, oneParters)
    sent.imports.length = 0
    await continueAbandonedImports(later(ctx, 4 * 60_000))
    expect(sent.imports).not.toContainEqual({ importId: id })
    await continueAbandonedImports(later(ctx, 5 * 60_000))
    expect(sent.imports).toContainEqual({ importId: id })
    sent.imports = [{ importId: id }]
    await deliver(later(ctx, 5 * 60_000), sent, oneParters)
    expect((await getImport(ctx, id)).status).toBe('done')
  })

  it('is gone on with where the work died, once its lease has run out', async () => {
    const { origin, ctx, sent, id } = await started({ bytes: fixture('ok.mp4') })
    const dead = Promise.withResolvers<Response>()
    origin.tricks.push(() => dead.promise)
    const run = runImport(ctx, id, false, { ...oneParters, headersTimeout: 1_000_000 })
    await expect.poll(() => origin.requests.length).toBe(1)
    sent.imports.length = 0
    await continueAbandonedImports(later(ctx, 4 * 60_000))
    expect(sent.imports).not.toContainEqual({ importId: id })
    await continueAbandonedImports(later(ctx, 5 * 60_000))
    expect(sent.imports).toContainEqual({ importId: id })
    // Its lease would be renewed in later tests.
    dead.reject(new Error('The test is over'))
    await expect(run).rejects.toThrow()
  })

  it('ends when it has taken too long', async () => {
    const { ctx, id } = await started({ bytes: fixture('ok.mp4') })
    await runImport(later(ctx, 3 * 3600_000), id, false)
    expect(await getImport(ctx, id)).toMatchObject({
      status: 'failed',
      error: 'Fetching this file took too long.',
    })
    const [row] = await db.select().from(imports).where(eq(imports.id, id))
    expect(row?.uploadId).toBeNull()
  })
})
