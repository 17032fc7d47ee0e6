import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { FinishedUpload, Upload } from '#contract/schemas/uploads/upload'
import type { Problem } from '#contract/values/shared/errors'
import { uploads, videos } from '#db/schema'
import { makeUser, makeVideo, signInAs, testDb } from '../../support/factories'
import { fixture } from '../../support/fixtures'
import { announce, contentDigest } from '../../support/videos/uploads'

const film = fixture('ok.mp4')

async function signedIn() {
  const user = await makeUser()
  const client = await signInAs(user)
  const open = (change = {}) =>
    client.request('POST', '/api/uploads', { json: announce(film.length, change) })
  const put = (
    id: string,
    number: number | string,
    bytes: Uint8Array<ArrayBuffer>,
    headers: HeadersInit = {},
  ) =>
    client.request('PUT', `/api/uploads/${id}/parts/${number}`, {
      body: bytes,
      headers: { 'content-length': String(bytes.length), ...headers },
    })
  return { user, client, open, put }
}

async function codeOf(response: Response): Promise<[number, string]> {
  const { code } = await response.json<Problem>()
  return [response.status, code]
}

describe('/api/uploads', () => {
  it('takes nothing that is for another account, which had the session before', async () => {
    const other = await makeUser()
    const { user, client } = await signedIn()
    const by = { 'x-account': String(other.id) }
    const json = announce(film.length)
    expect(await codeOf(await client.request('POST', '/api/uploads', { json, headers: by }))).toEqual([
      401,
      'other_account',
    ])
    const video = { title: 'Of another', categoryId: 1, videoFile: 'u', thumbnailFile: 'i' }
    const published = await client.request('POST', '/api/videos', { json: video, headers: by })
    expect(await codeOf(published)).toEqual([401, 'other_account'])
    expect(await testDb().select().from(uploads).where(eq(uploads.userId, user.id))).toEqual([])
    const own = await client.request('POST', '/api/uploads', {
      json,
      headers: { 'x-account': String(user.id) },
    })
    expect(own.status).toBe(201)
  })

  it('carries a file from opening to its bytes', async () => {
    const { client, open, put } = await signedIn()
    const opened = await open()
    expect(opened.status).toBe(201)
    const upload = await opened.json<Upload>()
    expect(upload).toEqual({
      id: upload.id,
      kind: 'video',
      size: film.length,
      partSize: 8 * 1024 * 1024,
      parts: 1,
      received: [],
      done: false,
    })

    const sent = await put(upload.id, 1, film, { 'content-digest': await contentDigest(film) })
    expect([sent.status, await sent.json()]).toEqual([200, { received: 1 }])
    expect(await codeOf(await client.get(`/api/uploads/${upload.id}/content`))).toEqual([409, 'conflict'])

    const completed = await client.request('POST', `/api/uploads/${upload.id}/complete`)
    expect(completed.status).toBe(200)
    const finished = await completed.json<FinishedUpload>()
    expect(finished).toEqual({
      id: upload.id,
      size: film.length,
      contentType: 'video/mp4',
      duration: 2,
      width: 320,
      height: 180,
      sameAs: null,
    })
    expect(await client.json('GET', `/api/uploads/${upload.id}`)).toMatchObject({ done: true })

    const part = await client.get(`/api/uploads/${upload.id}/content`, { range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${film.length}`)
    expect(part.headers.get('cache-control')).toBe('private, no-store')
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(film.slice(100, 200))

    expect((await client.request('DELETE', `/api/uploads/${upload.id}`)).status).toBe(204)
    expect((await client.request('DELETE', `/api/uploads/${upload.id}`)).status).toBe(204)
    expect(await codeOf(await client.get(`/api/uploads/${upload.id}`))).toEqual([404, 'not_found'])
  })

  it('tells its owner alone that a video has the same file', async () => {
    const owner = await signedIn()
    const { client, user } = owner
    const video = await makeVideo(user.id, { title: 'Slow light' })
    const send = async (by: Awaited<ReturnType<typeof signedIn>>) => {
      const { id } = await (await by.open()).json<Upload>()
      await by.put(id, 1, film, { 'content-digest': await contentDigest(film) })
      return by.client.json<FinishedUpload>('POST', `/api/uploads/${id}/complete`)
    }
    const first = await send(owner)
    expect(first.sameAs).toBeNull()
    const [upload] = await testDb().select().from(uploads).where(eq(uploads.id, first.id))
    const use = { sourceKey: upload?.objectKey ?? '' }
    await testDb().update(videos).set(use).where(eq(videos.id, video.id))

    const again = await send(owner)
    expect(again.sameAs).toEqual({ id: video.id, title: 'Slow light' })
    // The result is the same when it is requested again after a reload.
    expect(await client.json('POST', `/api/uploads/${again.id}/complete`)).toEqual(again)
    expect((await send(await signedIn())).sameAs).toBeNull()
    await testDb().update(videos).set({ hold: 'deletion' }).where(eq(videos.id, video.id))
    expect(await client.json('POST', `/api/uploads/${again.id}/complete`)).toMatchObject({ sameAs: null })
  })

  it('answers 200 for one that is found', async () => {
    const { client } = await signedIn()
    const json = announce(1000)
    expect((await client.request('POST', '/api/uploads', { json })).status).toBe(201)
    expect((await client.request('POST', '/api/uploads', { json })).status).toBe(200)
  })

  it('refuses a part without the right digest', async () => {
    const { open, put } = await signedIn()
    const { id } = await (await open()).json<Upload>()
    const put1 = async (digest?: string) =>
      codeOf(await put(id, 1, film, digest === undefined ? {} : { 'content-digest': digest }))
    expect(await put1()).toEqual([400, 'invalid_input'])
    expect(await put1(`sha-512=:${'A'.repeat(86)}==:`)).toEqual([400, 'invalid_input'])
    expect(await put1('sha-256=:AAAA:')).toEqual([400, 'invalid_input'])
    expect(await put1(`sha-256=:${'A'.repeat(43)}=:`)).toEqual([422, 'digest_mismatch'])
  })

  it('finds the digest among others', async () => {
    const { open, put } = await signedIn()
    const { id } = await (await open()).json<Upload>()
    const digests = `sha-512=:${'A'.repeat(86)}==:, ${await contentDigest(film)}`
    expect((await put(id, 1, film, { 'content-digest': digests })).status).toBe(200)
  })

  it('counts parts from 1 to the last', async () => {
    const { open, put } = await signedIn()
    const { id } = await (await open()).json<Upload>()
    const headers = { 'content-digest': await contentDigest(film) }
    for (const number of ['0', '-1', '1.5', 'x', '2', '99999']) {
      expect(await codeOf(await put(id, number, film, headers))).toEqual([400, 'invalid_input'])
    }
  })

  it("shows nothing of somebody else's", async () => {
    const owner = await signedIn()
    const { id } = await (await owner.open()).json<Upload>()
    const { client, put } = await signedIn()
    const headers = { 'content-digest': await contentDigest(film) }
    for (const answer of [
      await client.get(`/api/uploads/${id}`),
      await client.get(`/api/uploads/${id}/content`),
      await client.request('POST', `/api/uploads/${id}/complete`),
      await put(id, 1, film, headers),
    ]) {
      expect(await codeOf(answer)).toEqual([404, 'not_found'])
    }
    await client.request('DELETE', `/api/uploads/${id}`)
    expect((await owner.client.get(`/api/uploads/${id}`)).status).toBe(200)
  })

  it('refuses to open what makes no sense', async () => {
    const { open } = await signedIn()
    for (const change of [
      { size: 0 },
      { size: 1.5 },
      { kind: 'sound' },
      { fingerprint: 'short' },
      { fileName: 'a'.repeat(256) },
      { userId: 1 },
    ]) {
      expect(await codeOf(await open(change))).toEqual([400, 'invalid_input'])
    }
  })
})
