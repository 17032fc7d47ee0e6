import { beforeAll, describe, expect, it } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { TestClient } from '../../support/client'
import { makeUser, makeVideo, signInAs } from '../../support/factories'

const kinds = [
  ['an answer of the API', '/api/videos'],
  ['an account’s answer', '/api/auth/me'],
  ['a refusal', '/api/videos/999999999'],
  ['a refusal of input', '/api/videos?limit=0'],
  ['an unknown call', '/api/nothing'],
  ['a page', '/'],
  ['a page of an account', '/account'],
  ['a page that is missing', '/nothing'],
  ['a file', '/favicon.svg'],
  ['a file that is missing', '/nothing.png'],
  ['a video', 'source'],
  ['a range of it', 'range'],
  ['a range that is not in it', 'no range'],
  ['a copy that is fresh', 'fresh'],
  ['a poster', 'poster'],
  ['a file that is no file', '/media/a/b.mp4'],
] as const

const kept = 'private, max-age=3600'
const expectedCache: Record<string, string> = {
  'a page': 'private, no-cache',
  'a page of an account': 'private, no-cache',
  'a page that is missing': 'private, no-cache',
  'a file': 'public, max-age=3600',
  'a video': kept,
  'a range of it': kept,
  'a poster': 'private, max-age=86400, immutable',
  'a copy that is fresh': kept,
}

let client: TestClient
let video: Video

beforeAll(async () => {
  client = await signInAs(await makeUser())
  const { id } = await makeVideo((await makeUser()).id)
  video = await client.json<Video>('GET', `/api/videos/${id}`)
})

function open(path: string): Promise<Response> {
  const source = video.videoUrl ?? ''
  if (path === 'source') return client.get(source)
  if (path === 'range') return client.get(source, { range: 'bytes=0-1' })
  if (path === 'no range') return client.get(source, { range: 'bytes=999999-' })
  if (path === 'fresh') return client.get(source, { 'if-none-match': '*' })
  return client.get(path === 'poster' ? (video.thumbnailUrl ?? '') : path)
}

describe.each(kinds)('%s', (kind, path) => {
  it('carries the headers of every response', async () => {
    const response = await open(path)
    await response.arrayBuffer()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      rating: 'RTA-5042-1996-1400-1577-RTA, adult',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(response.headers.get('x-powered-by')).toBeNull()
  })

  it('says how long it may be kept', async () => {
    const response = await open(path)
    await response.arrayBuffer()
    expect(response.headers.get('cache-control')).toBe(expectedCache[kind] ?? 'no-store')
  })

  it('says its cost outside production', async () => {
    const response = await open(path)
    await response.arrayBuffer()
    expect(response.headers.get('server-timing')).toMatch(
      /^d1;desc="queries=\d+ rows_read=\d+ rows_written=\d+ trips=\d+", r2;desc="reads=\d+ writes=\d+", kv;desc="reads=\d+", cache;desc="hits=\d+ misses=\d+"$/,
    )
  })
})

describe('a document', () => {
  it.each(['/', '/account', '/nothing', '/video/999999999'])('%s has the whole policy', async (path) => {
    const { headers } = await client.get(path)
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
        const [name = '', ...values] = directive.split(' ')
        return [name, values.join(' ')]
      }),
    )
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' blob: data:",
      'media-src': "'self' blob:",
      'connect-src': "'self'",
      'font-src': "'self'",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'frame-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'object-src': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'worker-url',
    })
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('x-frame-options')).toBe('DENY')
    const permissions = headers.get('permissions-policy') ?? ''
    for (const rule of [
      'payment=(self)',
      'camera=(self)',
      'geolocation=(self)',
      'usb=()',
      'browsing-topics=()',
    ]) {
      expect(permissions.split(', ')).toContain(rule)
    }
  })

  it('labels itself for adults, and holds no script of its own', async () => {
    const html = await (await new TestClient().get('/')).text()
    expect(html).toContain('<meta name="rating" content="adult">')
    expect(html).toContain('<meta name="rating" content="RTA-5042-1996-1400-1577-RTA">')
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes)
    expect(scripts.every((each) => /src="\/assets\/|type="application\/json"/.test(each))).toBe(true)
    expect(html).not.toMatch(/ style="| on\w+="/)
    // Nothing is loaded from other hosts; naming the page's own URL isn't loading it.
    expect(html.replace(/<link rel="canonical"[^>]*>/, '')).not.toMatch(/(src|href)="(https?:)?\/\//)
  })
})
