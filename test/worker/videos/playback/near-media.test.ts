import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { MiB } from '#contract/values/shared/limits'
import { minute } from '#contract/values/shared/time'
import { TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs } from '#test/support/factories'
import {
  addressOf,
  cost,
  past,
  patternBytes,
  problemCode,
  request,
  sessionCookie,
  storeObject,
  warm,
} from '#test/support/videos/media'
import { forgetAll } from '#worker/isolate-state'
import { openEdgeCache } from '#worker/storage/edge-cache'
import { objectKey, randomId } from '#worker/storage/keys'
import { createMediaStore } from '#worker/storage/media-store'
import type { MediaToken } from '#worker/storage/media-token'
import { blockOf, createNearMedia } from '#worker/storage/near-media'

const small = patternBytes(5000)
const size = 3 * MiB + 17
const film = patternBytes(size)
/** Bodies of the entries that the worker stores while a test watches. */
let stored: Uint8Array[] = []

beforeAll(async () => {
  // Makes the isolate's first poll of the revocations, so that no request below pays for it.
  await get(addressOf(await storeObject(small)))
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await request(path, { cookie: past, ...headers })
  const body = new Uint8Array(await response.arrayBuffer())
  const { reads } = cost(response, 'r2')
  const { hits, misses } = cost(response, 'cache')
  return { response, status: response.status, body, reads, hits, misses }
}

/** Requests a file. Also counts reads made after the answer has begun. */
async function readsOf(path: string, range?: string) {
  const read = vi.spyOn(env.MEDIA, 'get')
  const { body } = await get(path, range ? { range } : {})
  const ranges = read.mock.calls.map(([, options]) => options?.range)
  read.mockRestore()
  return { body, ranges }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

/** Watches the cache that the worker opens; `change` replaces methods of it. */
async function watchCache(change: Partial<Pick<Cache, 'match' | 'put'>> = {}) {
  stored = []
  const real = await caches.open('nocturne-media')
  const put = real.put.bind(real)
  const seen = {
    match: change.match ?? real.match.bind(real),
    put:
      change.put ??
      (async (name: RequestInfo | URL, response: Response) => {
        stored.push(new Uint8Array(await response.clone().arrayBuffer()))
        await put(name, response)
      }),
  }
  vi.spyOn(caches, 'open').mockImplementation(async () => Object.assign(Object.create(real), seen) as Cache)
}

/** Returns the cache's entry of the object, if it has one. */
async function entryOf(facts: MediaToken, file: string) {
  const cache = await caches.open('nocturne-media')
  const block = blockOf({ ...facts, class: 'free' }, file)
  return cache.match(`${env.SITE_ORIGIN}/.edge/media/${block?.name}`)
}

describe('a second viewer at the same place', () => {
  it.each([
    ['a picture', 'poster.jpg', {}],
    ['a short film', 'source.mp4', {}],
    ['a preview', 'preview.mp4', {}],
    ['captions', 'captions-en.vtt', {}],
    ['a segment', 'segment.m4s', { segment: { offset: 700, length: 900 } }],
    ['what members pay for', 'source.mp4', { class: 'premium' }],
  ] as const)('reads nothing of R2 for %s, where the first read once', async (_, file, change) => {
    const facts = await storeObject(small, change)
    const cookie = await sessionCookie({ premiumUntil: Date.now() + 60_000 })
    const path = addressOf(facts, file)
    const first = await get(path, { cookie })
    await warm(path, cookie)
    // With another URL: the next day's, for another viewer.
    const second = await get(addressOf({ ...facts, day: facts.day - 1 }, file), { cookie })
    expect([first.reads, first.hits, second.reads, second.hits]).toEqual([1, 0, 0, 1])
    expect(isEqual(first.body, second.body)).toBe(true)
    const headers = (response: Response) => {
      const {
        'server-timing': timing,
        'cache-control': caching,
        ...rest
      } = Object.fromEntries(response.headers)
      return rest
    }
    expect(headers(second.response)).toEqual(headers(first.response))
  })

  it('reads a film’s head from near, and its open end from R2 at once', async () => {
    const path = addressOf(await storeObject(film))
    const first = await readsOf(path, 'bytes=0-')
    expect(first.ranges).toEqual([{ offset: 0, length: size }])
    expect(isEqual(first.body, film)).toBe(true)
    await warm(path)
    const second = await readsOf(path, 'bytes=0-')
    expect(second.ranges).toEqual([{ offset: MiB, length: size - MiB }])
    expect(isEqual(second.body, film)).toBe(true)
  })

  it.each([
    ['in the head', [0, MiB - 1], 0],
    ['its last byte', [MiB - 1, MiB - 1], 0],
    ['across its end', [MiB - 1, MiB], 1],
    ['a long way across', [5, 2.5 * MiB], 1],
    ['right after it', [MiB, MiB + 9], 1],
    ['the end', [size - 1, size - 1], 1],
  ])('gets the same bytes of %s', async (_, [from = 0, to = 0], reads) => {
    const facts = await storeObject(film)
    for (const temperature of ['cold', 'warm']) {
      const path = addressOf(facts)
      if (temperature === 'warm') await warm(path)
      const { body, ranges } = await readsOf(path, `bytes=${from}-${to}`)
      expect([temperature, isEqual(body, film.subarray(from, to + 1))]).toEqual([temperature, true])
      expect(ranges).toHaveLength(temperature === 'warm' ? reads : 1)
    }
  })

  it('is never served a part as if it were the whole: a cold range keeps nothing', async () => {
    await watchCache()
    const facts = await storeObject(small)
    await get(addressOf(facts), { range: 'bytes=0-99' })
    await get(addressOf(facts), { range: 'bytes=1-' })
    expect(stored).toEqual([])
    expect((await get(addressOf(facts))).body).toEqual(small)
  })
})

describe('viewers who come at once', () => {
  const atOnce = <Result>(ask: () => Promise<Result>, count = 50) =>
    Promise.all(Array.from({ length: count }, ask))

  it.each([
    ['a segment', 'segment.m4s', { segment: { offset: 700, length: 900 } }],
    ['a picture', 'poster.webp', {}],
    ['a short film', 'source.mp4', {}],
  ] as const)('read %s once from R2, two hundred of them, and it is kept once', async (_, file, change) => {
    await watchCache()
    const read = vi.spyOn(env.MEDIA, 'get')
    const path = addressOf(await storeObject(small, change), file)
    const answers = await atOnce(() => get(path), 200)
    expect(
      answers.every(({ status, body }) => status === 200 && isEqual(body, answers[0]?.body ?? small)),
    ).toBe(true)
    expect([read.mock.calls.length, stored.length]).toEqual([1, 1])
  })

  it('read a film’s head once from R2, and its open end each for themselves', async () => {
    const read = vi.spyOn(env.MEDIA, 'get')
    const path = addressOf(await storeObject(film))
    const answers = await atOnce(() => get(path, { range: 'bytes=0-' }), 5)
    expect(answers.every(({ body }) => isEqual(body, film))).toBe(true)
    const ranges = read.mock.calls.map(([, options]) => options?.range)
    const end = { offset: MiB, length: size - MiB }
    expect(ranges).toEqual([{ offset: 0, length: size }, end, end, end, end])
  })

  it('are answered though the first of them reads nothing, or leaves', async () => {
    const long = patternBytes(3 * MiB)
    for (const leaves of [false, true]) {
      const read = vi.spyOn(env.MEDIA, 'get')
      const path = addressOf(await storeObject(long), 'segment.m4s')
      const first = await request(path, { cookie: past })
      if (leaves) await first.body?.cancel()
      const answers = await atOnce(() => get(path), 10)
      expect(answers.every(({ body }) => isEqual(body, long))).toBe(true)
      expect(read).toHaveBeenCalledTimes(1)
      if (!leaves) await first.arrayBuffer()
      read.mockRestore()
    }
  })

  it('are answered though R2 fails the first, and the next makes it for the others', async () => {
    await watchCache()
    const read = vi.spyOn(env.MEDIA, 'get').mockRejectedValueOnce(new Error('R2 is away'))
    const path = addressOf(await storeObject(small))
    const answers = await atOnce(() => request(path, { cookie: past }))
    const bodies = await Promise.all(
      answers.map(async (answer) => new Uint8Array(await answer.arrayBuffer())),
    )
    const failed = answers.filter(({ ok }) => !ok)
    expect([failed.length, bodies.filter((body) => isEqual(body, small)).length]).toEqual([1, 49])
    expect([read.mock.calls.length, stored.length]).toEqual([2, 1])
  })
})

it('an isolate makes 32 MiB at a time, and forgets a request that was cut off', async () => {
  forgetAll()
  const store = createMediaStore(env.MEDIA, { reads: 0, writes: 0, ms: 0 })
  // A body that never sends anything.
  const read = async () => ({ body: new IdentityTransformStream().readable }) as R2ObjectBody
  const media = { ...store, read }
  const cache = openEdgeCache('media', env.SITE_ORIGIN, { hits: 0, misses: 0 })
  const length = 16 * MiB
  const isMade = async (now: number) => {
    const near = createNearMedia(media, cache, { now, defer: () => undefined })
    const found = await near({ name: randomId(), offset: 0, length }).read('', 0, length)
    return !(found?.body instanceof ReadableStream)
  }
  const made = []
  for (const now of [0, 1, 2, 2 * minute - 1, 2 * minute, 2 * minute]) made.push(await isMade(now))
  expect(made).toEqual([true, true, false, false, true, false])
})

it('an object that is shorter than its row says is not kept', async () => {
  await watchCache()
  const facts = await storeObject(small, { size: 6000 })
  await get(addressOf(facts)).catch(() => undefined)
  await get(addressOf(facts)).catch(() => undefined)
  expect(stored).toEqual([])
})

describe('what lies near', () => {
  it('is sent to nobody who may not have it', async () => {
    const facts = await storeObject(small, { class: 'premium' })
    const path = addressOf(facts)
    const member = await sessionCookie({ premiumUntil: Date.now() + 60_000 })
    await warm(path, member)
    const others = [past, `${past}; ${await sessionCookie()}`, 'age_verified=0']
    for (const cookie of others) {
      for (const headers of [{}, { range: 'bytes=0-9' }]) {
        const response = await request(path, { cookie, ...headers })
        const code = cookie === 'age_verified=0' ? 'age_gate' : 'forbidden'
        expect([response.status, await problemCode(response)]).toEqual([403, code])
      }
    }
    expect((await get(addressOf({ ...facts, class: 'free' }).replace('.f.', '.p.'))).status).toBe(404)
  })

  it('is nothing of what an owner, staff or a case alone may see', async () => {
    await watchCache()
    const owner = await makeUser()
    const client = await signInAs(owner)
    const administrator = await signInAs(await makeUser({ staff: 'owner' }))
    for (const change of [{ isPublic: false }, { review: 'pending' }, { isPremium: true }] as const) {
      const made = await makeVideo(owner.id, change)
      for (const path of [`/api/videos/${made.id}`, `/api/admin/videos/${made.id}/case`]) {
        const viewer = path.startsWith('/api/admin') ? administrator : client
        const { videoUrl, thumbnailUrl } = await viewer.json<Video>('GET', path)
        for (const url of [videoUrl, thumbnailUrl]) {
          const response = await viewer.get(url ?? '')
          expect(
            isEqual(
              new Uint8Array(await response.arrayBuffer()),
              url === videoUrl ? made.source : made.poster,
            ),
          ).toBe(true)
          // Everyone may see the poster of a public premium video.
          if (!('isPremium' in change && url === thumbnailUrl))
            expect(cost(response, 'cache')).toEqual({ hits: 0, misses: 0 })
        }
      }
      const holds = (bytes: Uint8Array) =>
        stored.some((entry) => Buffer.from(entry).includes(bytes.subarray(0, 64)))
      expect([holds(made.source), holds(made.poster) && !('isPremium' in change)]).toEqual([false, false])
    }
    // An entry that exists is found.
    const open = await makeVideo(owner.id)
    const { videoUrl } = await client.json<Video>('GET', `/api/videos/${open.id}`)
    await warm(videoUrl ?? '')
    expect(stored.some((entry) => isEqual(entry, open.source))).toBe(true)
  })

  it('has no entry under any name of a class that is not shared', async () => {
    for (const of of ['owner', 'case'] as const) {
      const facts = await storeObject(small, { class: of, owner: 7 })
      const cookie = await sessionCookie({ userId: 7, staff: 'administrator' })
      for (const _ of [1, 2])
        expect(await get(addressOf(facts), { cookie })).toMatchObject({ reads: 1, hits: 0, misses: 0 })
      expect(await entryOf(facts, 'source.mp4')).toBeUndefined()
    }
    const free = await storeObject(small)
    await warm(addressOf(free))
    expect(await entryOf(free, 'source.mp4')).toBeDefined()
  })

  it.each([
    [
      'hidden',
      (id: number, owner: TestClient) =>
        owner.request('PATCH', `/api/videos/${id}`, { json: { isPublic: false } }),
      404,
    ],
    ['deleted', (id: number, owner: TestClient) => owner.request('DELETE', `/api/videos/${id}`), 404],
    [
      'reported for a grave reason',
      (id: number) =>
        new TestClient().request('POST', `/api/videos/${id}/report`, { json: { reason: 'minor' } }),
      404,
    ],
    [
      'made premium',
      (id: number, owner: TestClient) =>
        owner.request('PATCH', `/api/videos/${id}`, { json: { isPremium: true } }),
      404,
    ],
  ] as const)('is no longer sent once its video is %s', async (_, change, status) => {
    forgetAll()
    const user = await makeUser({ premiumUntil: Date.now() + 60_000 })
    const owner = await signInAs(user)
    const { id } = await makeVideo(user.id)
    const viewer = new TestClient()
    const { videoUrl, thumbnailUrl } = await viewer.json<Video>('GET', `/api/videos/${id}`)
    for (const url of [videoUrl, thumbnailUrl]) await warm(url ?? '')
    expect((await change(id, owner)).ok).toBe(true)
    viewer.now = Date.now() + 30_000
    for (const url of [videoUrl, thumbnailUrl]) {
      const response = await viewer.get(url ?? '')
      await response.arrayBuffer()
      expect([response.status, cost(response, 'cache')]).toEqual([status, { hits: 0, misses: 0 }])
    }
  })

  it('is not what HEAD asks: that the object is there', async () => {
    const facts = await storeObject(small)
    await warm(addressOf(facts))
    await env.MEDIA.delete(objectKey(facts.object))
    expect((await request(addressOf(facts), { cookie: past }, 'HEAD')).status).toBe(404)
  })

  it('is not what a file was before it was rewritten: that raises its revision', async () => {
    const facts = await storeObject(small)
    await warm(addressOf(facts))
    const rewritten = small.map((byte) => byte ^ 1)
    await env.MEDIA.put(objectKey(facts.object), rewritten)
    expect((await get(addressOf({ ...facts, revision: 2 }))).body).toEqual(rewritten)
  })
})

describe('a broken cache', () => {
  const fail = () => Promise.reject(new Error('The cache is gone'))

  it.each([
    ['match', { match: fail }],
    ['put', { put: fail }],
    ['range', { match: async () => new Response(small) }],
  ])('breaks no answer: %s', async (_, change) => {
    const [short, long] = [await storeObject(small), await storeObject(film)]
    await watchCache(change)
    for (const _ of [1, 2]) {
      expect((await get(addressOf(short), { range: 'bytes=10-99' })).body).toEqual(small.slice(10, 100))
      if (!('match' in change) || change.match === fail) {
        expect((await get(addressOf(short))).body).toEqual(small)
        expect(isEqual((await get(addressOf(long))).body, film)).toBe(true)
      }
    }
  })
})

it('a film whose end is gone breaks off, instead of ending as if it were whole', async () => {
  const facts = await storeObject(film)
  await warm(addressOf(facts))
  await env.MEDIA.delete(objectKey(facts.object))
  await expect(get(addressOf(facts))).rejects.toThrow()
})
