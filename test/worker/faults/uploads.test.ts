import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import type { FinishedUpload, Upload } from '#contract/schemas/uploads/upload'
import { mediaObjects, uploads } from '#db/schema'
import { problemOf } from '../../support/client'
import { makeUser, signInAs, testDb } from '../../support/factories'
import { FaultyClient } from '../../support/faults'
import { fixture } from '../../support/fixtures'
import { announce, contentDigest } from '../../support/videos/uploads'

const film = fixture('ok.mp4')
const db = testDb()

const storesPart = /^MEDIA m\/\S+ uploadPart/
const joins = /^MEDIA m\/\S+ complete/
const records = /^DB insert into "media_objects"/i

/** Opens an upload of one part. */
async function opened() {
  const client = await signInAs(await makeUser(), new FaultyClient())
  client.now = Date.now()
  const { id } = await client.json<Upload>('POST', '/api/uploads', announce(film.length))
  const digest = await contentDigest(film)
  const put = () =>
    client.request('PUT', `/api/uploads/${id}/parts/1`, {
      body: film,
      headers: { 'content-length': String(film.length), 'content-digest': digest },
    })
  const complete = () => client.request('POST', `/api/uploads/${id}/complete`)
  return { client, faults: client.faults, id, put, complete }
}

async function sent() {
  const upload = await opened()
  expect((await upload.put()).status).toBe(200)
  return upload
}

async function expectUnavailable(response: Response) {
  expect(await problemOf(response)).toMatchObject({ status: 503, code: 'unavailable' })
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
}

/** Expects the whole file, stored once. */
async function expectDone(id: string, response: Response) {
  expect(response.status).toBe(200)
  expect(await response.json<FinishedUpload>()).toMatchObject({ id, size: film.length, duration: 2 })
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id))
  expect(row?.status).toBe('done')
  const key = row?.objectKey ?? ''
  expect(await db.select().from(mediaObjects).where(eq(mediaObjects.key, key))).toHaveLength(1)
  expect((await env.MEDIA.head(key))?.size).toBe(film.length)
}

describe('a part that R2 refuses', () => {
  it.each([
    ['before', 'uploadPart: We encountered an internal error. Please try again. (10001)'],
    ['after', 'uploadPart: Service is temporarily unavailable. (10043)'],
    ['before', 'uploadPart: Reduce your rate of simultaneous writes to the same object. (10058)'],
    ['before', 'Network connection lost.'],
  ] as const)('%s it is stored, with "%s", may come again', async (when, message) => {
    const { faults, id, put, complete } = await opened()
    faults.throws(storesPart, message, { when, times: 1 })
    await expectUnavailable(await put())
    expect((await put()).status).toBe(200)
    expect((await put()).status).toBe(200)
    await expectDone(id, await complete())
  })

  it('may come again when D1 fails to note it', async () => {
    const { faults, id, put, complete } = await opened()
    faults.throws(/^DB insert into "upload_parts"/i, 'D1_ERROR: Network connection lost.', { times: 1 })
    await expectUnavailable(await put())
    expect((await put()).status).toBe(200)
    await expectDone(id, await complete())
  })

  it('is lost when R2 has ended the upload', async () => {
    const { faults, put } = await opened()
    faults.throws(storesPart, 'uploadPart: The specified multipart upload does not exist. (10024)')
    expect(await problemOf(await put())).toMatchObject({ status: 410, code: 'gone' })
  })
})

describe('a completion that fails', () => {
  it.each([
    ['before the join', joins, 'before'],
    ['right after the join', joins, 'after'],
    ['while the file is read', /^MEDIA get/, 'before'],
    ['before the row', records, 'before'],
    ['right after the row', records, 'after'],
  ] as const)('%s goes on at once', async (_, acts, when) => {
    const { faults, id, complete } = await sent()
    faults.throws(acts, 'Network connection lost.', { when, times: 1 })
    await expectUnavailable(await complete())
    await expectDone(id, await complete())
  })

  it('goes on seconds later when it could not even be let go', async () => {
    const { client, faults, id, complete } = await sent()
    const failing = faults.throws(joins, 'Network connection lost.', { when: 'after', times: 1 })
    failing.throws(/^DB update "uploads" set "status" = \? where \(.*"touched_at"/i, 'D1_ERROR: overloaded')
    await expectUnavailable(await complete())
    faults.clear()
    const held = await complete()
    expect([held.status, held.headers.get('retry-after')]).toEqual([409, '2'])
    client.now = (client.now ?? 0) + 2000
    await expectDone(id, await complete())
  })

  it('keeps the file while the settings cannot be read', async () => {
    const { faults, id, complete } = await sent()
    faults.throws(/^DB select .* from "settings"/i, 'D1_ERROR: Network connection lost.', { times: 3 })
    await expectUnavailable(await complete())
    faults.clear()
    await expectDone(id, await complete())
  })
})

describe('two completions', () => {
  it('at once join the parts once', async () => {
    const { faults, id, complete } = await sent()
    const answers = await Promise.all([complete(), complete()])
    expect(faults.count(joins)).toBe(1)
    for (const { status, headers } of answers) {
      if (status !== 200) expect([status, headers.get('retry-after')]).toEqual([409, '2'])
    }
    await expectDone(id, await complete())
  })

  it('lose nothing when the second took over from a slow one, and failed', async () => {
    const { client, faults, id, complete } = await sent()
    const gate = Promise.withResolvers<void>()
    faults.add(records, { kind: 'late', gate: gate.promise }, { times: 1 })
    const first = complete()
    await vi.waitFor(() => expect(faults.count(records)).toBe(1))
    client.now = (client.now ?? 0) + 2000
    faults.throws(records, 'Network connection lost.', { times: 1 })
    await expectUnavailable(await complete())
    gate.resolve()
    expect((await first).status).toBe(409)
    await expectDone(id, await complete())
  })

  it('end the same when the first is only slow', async () => {
    const { client, faults, id, complete } = await sent()
    const gate = Promise.withResolvers<void>()
    faults.add(joins, { kind: 'late', gate: gate.promise }, { times: 1 })
    const first = complete()
    await vi.waitFor(() => expect(faults.count(joins)).toBe(1))
    client.now = (client.now ?? 0) + 2000
    await expectDone(id, await complete())
    gate.resolve()
    await expectDone(id, await first)
  })
})
