import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addressOf,
  cost,
  past,
  patternBytes,
  problemCode,
  request,
  storeObject,
  warm,
} from '#test/support/videos/media'
import { randomId } from '#worker/storage/keys'
import type { MediaToken } from '#worker/storage/media-token'

const size = 1000
const bytes = patternBytes(size)
let facts: MediaToken
let etag: string

async function make(): Promise<void> {
  facts = await storeObject(bytes)
  etag = `"${facts.object}"`
}

beforeAll(async () => {
  await make()
  // Makes the isolate's first poll of the revocations, so that no request below pays for it.
  await request(addressOf(facts), { cookie: past })
})

async function get(headers: Record<string, string>, method = 'GET') {
  const response = await request(addressOf(facts), { cookie: past, ...headers }, method)
  return { response, body: new Uint8Array(await response.arrayBuffer()) }
}

function common(): Record<string, string> {
  return {
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600',
    'content-disposition': 'inline; filename="source.mp4"',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    etag,
  }
}

const whole = { status: 200, from: 0, to: size }
const part = (from: number, to: number) => ({ status: 206, from, to })

describe.each([
  ['cold', 1, beforeEach],
  ['warm', 0, beforeAll],
] as const)('a file that is %s at the edge', (temperature, reads, before) => {
  before(async () => {
    await make()
    if (temperature === 'warm') await warm(addressOf(facts))
  })

  describe('GET', () => {
    it.each([
      ['no Range', {}, whole],
      ['the first bytes', { range: 'bytes=0-99' }, part(0, 100)],
      ['one byte', { range: 'bytes=0-0' }, part(0, 1)],
      ['the last byte', { range: 'bytes=999-999' }, part(999, 1000)],
      ['from the middle on', { range: 'bytes=500-' }, part(500, 1000)],
      ['all of it, as iOS asks', { range: 'bytes=0-' }, part(0, 1000)],
      ['past the end', { range: 'bytes=900-5000' }, part(900, 1000)],
      ['a suffix', { range: 'bytes=-10' }, part(990, 1000)],
      ['a suffix longer than the file', { range: 'bytes=-5000' }, part(0, 1000)],
      ['several ranges', { range: 'bytes=0-1,5-6' }, whole],
      ['an inverted range', { range: 'bytes=50-10' }, whole],
      ['another unit', { range: 'items=0-1' }, whole],
      ['nonsense', { range: 'bytes=abc' }, whole],
    ])('%s', async (_, headers, { status, from, to }) => {
      const { response, body } = await get(headers)
      expect(response.status).toBe(status)
      expect(body).toEqual(bytes.slice(from, to))
      expect(Object.fromEntries(response.headers)).toMatchObject({
        ...common(),
        'content-type': 'video/mp4',
        'content-length': String(to - from),
        ...(status === 206 && { 'content-range': `bytes ${from}-${to - 1}/${size}` }),
      })
      expect(response.headers.has('content-range')).toBe(status === 206)
      expect([cost(response, 'r2'), cost(response, 'd1').queries]).toEqual([{ reads, writes: 0 }, 0])
    })

    it.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0'])(
      '%s names nothing: 416, unread',
      async (range) => {
        const { response, body } = await get({ range })
        expect([response.status, body.length]).toEqual([416, 0])
        expect(response.headers.get('content-range')).toBe('bytes */1000')
        expect(response.headers.get('content-length')).toBe('0')
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(cost(response, 'r2').reads).toBe(0)
      },
    )

    it.each([
      ['the tag', () => etag, 206],
      ['another tag', () => '"other"', 200],
      ['the tag, weak', () => `W/${etag}`, 200],
      ['a date', () => 'Wed, 21 Oct 2026 07:28:00 GMT', 200],
    ])('If-Range with %s decides whether Range counts', async (_, validator, status) => {
      const { response, body } = await get({ range: 'bytes=10-19', 'if-range': validator() })
      expect(response.status).toBe(status)
      expect(body).toEqual(status === 206 ? bytes.slice(10, 20) : bytes)
    })

    it('an If-Range that fails turns an unsatisfiable range into the whole', async () => {
      const { response, body } = await get({ range: 'bytes=5000-', 'if-range': '"other"' })
      expect([response.status, body.length]).toEqual([200, size])
    })

    it.each([
      ['the tag', () => etag, 304],
      ['the tag, weak', () => `W/${etag}`, 304],
      ['a list with it', () => `"a", ${etag}`, 304],
      ['any', () => '*', 304],
      ['another', () => '"a"', 200],
    ])('If-None-Match with %s', async (_, tags, status) => {
      const { response, body } = await get({ 'if-none-match': tags() })
      expect([response.status, body.length]).toEqual([status, status === 200 ? size : 0])
      expect(Object.fromEntries(response.headers)).toMatchObject(common())
      expect(cost(response, 'r2').reads).toBe(status === 200 ? reads : 0)
    })

    it.each([
      ['the tag', () => etag, 200],
      ['any', () => '*', 200],
      ['the tag, weak', () => `W/${etag}`, 412],
      ['another', () => '"a"', 412],
    ])('If-Match with %s', async (_, tags, status) => {
      const { response, body } = await get({ 'if-match': tags() })
      expect([response.status, body.length]).toEqual([status, status === 200 ? size : 0])
      expect(cost(response, 'r2').reads).toBe(status === 200 ? reads : 0)
    })

    it('a failed If-Match wins over If-None-Match, and both over Range', async () => {
      expect(
        (await get({ 'if-match': '"a"', 'if-none-match': etag, range: 'bytes=0-1' })).response.status,
      ).toBe(412)
      expect((await get({ 'if-none-match': etag, range: 'bytes=5000-' })).response.status).toBe(304)
    })
  })

  describe('HEAD', () => {
    it.each([{}, { range: 'bytes=0-9' }, { range: 'bytes=5000-' }])(
      'answers as GET of the whole, bodiless: %o',
      async (headers) => {
        const { response, body } = await get(headers, 'HEAD')
        expect([response.status, body.length]).toEqual([200, 0])
        expect(Object.fromEntries(response.headers)).toMatchObject({
          ...common(),
          'content-type': 'video/mp4',
          'content-length': '1000',
        })
        expect(cost(response, 'r2').reads).toBe(1)
      },
    )

    it('knows 304 and 412', async () => {
      expect((await get({ 'if-none-match': etag }, 'HEAD')).response.status).toBe(304)
      expect((await get({ 'if-match': '"a"' }, 'HEAD')).response.status).toBe(412)
    })
  })
})

describe('a part of an object under its own address', () => {
  it('is whole by itself, with its own tag and its own ranges', async () => {
    const segment = { ...facts, segment: { offset: 300, length: 200 } }
    const plain = await request(addressOf(segment), { cookie: past })
    expect([plain.status, plain.headers.get('etag')]).toEqual([200, `"${facts.object}.300-200"`])
    expect(new Uint8Array(await plain.arrayBuffer())).toEqual(bytes.slice(300, 500))

    const end = await request(addressOf(segment), { cookie: past, range: 'bytes=-50' })
    expect([end.status, end.headers.get('content-range')]).toEqual([206, 'bytes 150-199/200'])
    expect(new Uint8Array(await end.arrayBuffer())).toEqual(bytes.slice(450, 500))
  })
})

describe('an object that is gone', () => {
  it.each(['GET', 'HEAD'])('%s is a 404', async (method) => {
    const address = addressOf({ ...facts, object: randomId() })
    const response = await request(address, { cookie: past }, method)
    expect(response.status).toBe(404)
    expect(cost(response, 'r2').reads).toBe(1)
  })

  it('says so as a problem', async () => {
    const response = await request(addressOf({ ...facts, object: randomId() }), { cookie: past })
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await problemCode(response)).toBe('not_found')
  })
})

describe('types', () => {
  it.each([
    ['poster.jpg', 'image/jpeg'],
    ['poster.webp', 'image/webp'],
    ['source.webm', 'video/webm'],
  ])('%s goes out as %s', async (file, type) => {
    const response = await request(addressOf(facts, file), { cookie: past })
    expect(response.headers.get('content-type')).toBe(type)
    await response.arrayBuffer()
  })
})
