import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addressOf,
  past,
  patternBytes,
  request,
  revokeObject,
  sessionCookie,
  storeObject,
} from '#test/support/videos/media'
import { objectKey } from '#worker/storage/keys'
import { createMediaStore } from '#worker/storage/media-store'
import type { MediaToken } from '#worker/storage/media-token'
import { serveObject } from '#worker/storage/serve-object'

const bytes = patternBytes(8 * 1024 * 1024)
let facts: MediaToken

beforeAll(async () => {
  facts = await storeObject(bytes)
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function serve(recheck: (elapsed: number) => Promise<void>, headers: Record<string, string> = {}) {
  const media = createMediaStore(env.MEDIA, { reads: 0, writes: 0, ms: 0 })
  const object = { key: objectKey(facts.object), size: bytes.length, contentType: 'video/mp4', etag: '"a"' }
  const get = new Request('http://localhost/media', { headers })
  return serveObject(get, media, object, { 'cache-control': 'private, no-store' }, recheck)
}

function readerOf(response: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (!response.body) throw new Error('The answer has no body')
  return response.body.getReader()
}

async function restOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  between = async () => {},
): Promise<number> {
  let length = 0
  for (;;) {
    await between()
    const { done, value } = await reader.read()
    if (done) return length
    length += value.length
  }
}

/** Gives other work a turn: a query crosses processes. */
async function turn(): Promise<void> {
  await env.DB.prepare('select 1').run()
}

async function digest(data: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', data)).toString('hex')
}

describe('a long answer', () => {
  it('is decided again every fifteen seconds, and goes on while it may', async () => {
    const asked: number[] = []
    const response = await serve(async (elapsed) => void asked.push(elapsed))
    const reader = readerOf(response)
    const first = await reader.read()
    for (const expected of [[], [15_000], [15_000, 30_000], [15_000, 30_000, 45_000]]) {
      expect(asked).toEqual(expected)
      await vi.advanceTimersByTimeAsync(15_000)
    }
    expect((first.value?.length ?? 0) + (await restOf(reader))).toBe(bytes.length)
    await turn()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('arrives whole, byte for byte, and leaves no timer behind', async () => {
    const response = await serve(async () => {})
    expect(await digest(await response.arrayBuffer())).toBe(await digest(bytes))
    await turn()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('breaks off when the decision changed, instead of ending as if it were whole', async () => {
    const response = await serve(async () => {
      throw new Error('No longer')
    })
    const reader = readerOf(response)
    await reader.read()
    await vi.advanceTimersByTimeAsync(15_000)
    await expect(restOf(reader, turn)).rejects.toThrow()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is forgotten when the viewer leaves', async () => {
    let asked = 0
    const response = await serve(async () => {
      asked += 1
    })
    const reader = readerOf(response)
    await reader.read()
    await reader.cancel()
    await turn()
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(0)
  })

  it.each([
    ['a short range', { range: 'bytes=0-1048575' }],
    ['a refused one', { range: 'bytes=99999999-' }],
    ['a copy that the browser has', { 'if-none-match': '"a"' }],
  ])('is not what %s is: nothing is asked again', async (_, headers) => {
    const response = await serve(async () => {}, headers)
    expect(vi.getTimerCount()).toBe(0)
    await response.arrayBuffer()
  })
})

describe('a film that is on', () => {
  it('stops when it is hidden', async () => {
    const response = await request(addressOf(facts), { cookie: past })
    const reader = readerOf(response)
    await reader.read()
    await revokeObject(facts.object, 2, Date.now())
    await vi.advanceTimersByTimeAsync(15_000)
    await expect(restOf(reader, turn)).rejects.toThrow()
    expect((await request(addressOf({ ...facts, revision: 2 }), { cookie: past }, 'HEAD')).status).toBe(200)
  })

  it('stops when the term of the viewer has run out', async () => {
    const now = Date.now()
    const premium = await storeObject(bytes, { class: 'premium' })
    const cookie = await sessionCookie({ premiumUntil: now + 20_000 })
    const response = await request(addressOf(premium), { cookie, 'x-test-now': String(now) })
    const reader = readerOf(response)
    const first = await reader.read()
    await vi.advanceTimersByTimeAsync(15_000)
    const second = await reader.read()
    expect([first.done, second.done]).toEqual([false, false])
    await vi.advanceTimersByTimeAsync(15_000)
    await expect(restOf(reader, turn)).rejects.toThrow()
  })
})
