import { inspectRoutes } from 'hono/dev'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { problemOf, type TestClient } from '#test/support/client'
import { makeUser, makeVideo, signInAs, videoRow } from '#test/support/factories'
import { app } from '#worker/app'

/**
 * Routes for other servers, not browsers: a signature identifies the caller, and session and cookies don't
 * matter.
 */
const signed = [
  'POST /api/webhooks/:provider',
  'POST /api/webhooks/:provider/:secret',
  'POST /api/newsletter/unsubscribe',
]
const writes = inspectRoutes(app)
  .filter((route) => !route.isMiddleware && !['GET', 'HEAD', 'OPTIONS'].includes(route.method))
  .map(({ method, path }) => `${method} ${path}`)
  .filter((route) => !signed.includes(route))

let client: TestClient
let userId: number

beforeAll(async () => {
  const user = await makeUser()
  userId = user.id
  client = await signInAs(user)
})

// A new IP address each time, or the coarse limit would apply.
beforeEach(() => {
  client = client.copy()
})

const foreign = {
  'another site': { 'sec-fetch-site': 'cross-site' },
  'another part of the site': { 'sec-fetch-site': 'same-site' },
  'the address bar': { 'sec-fetch-site': 'none' },
  'another site that names ours': { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:8787' },
}
/** Origins sent by browsers without Fetch Metadata. */
const foreignOrigins = ['https://evil.example', 'null', 'http://localhost:8788', 'https://localhost:8787']

/** Sends a request without the Fetch Metadata that the client adds by default. */
function bare(method: string, path: string, headers: Record<string, string>): Promise<Response> {
  return client.request(method, path, { headers, withoutMetadata: true })
}

describe.each([...new Set(writes)])('%s', (route) => {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replaceAll(/:\w+/g, '1')

  it.each(Object.entries(foreign))('is refused from %s', async (_, headers) => {
    const response = await client.request(method, path, { headers })
    expect([response.status, (await problemOf(response)).code]).toEqual([403, 'cross_site'])
  })

  it.each(foreignOrigins)('is refused from the origin %j', async (origin) => {
    const response = await bare(method, path, { origin })
    expect([response.status, (await problemOf(response)).code]).toEqual([403, 'cross_site'])
  })
})

it.each(['paypal', 'razorpay'])(
  'a call of %s without its signature is refused, from wherever',
  async (provider) => {
    for (const headers of [{}, ...Object.values(foreign)]) {
      const response = await client.request('POST', `/api/webhooks/${provider}`, { json: {}, headers })
      expect(response.status).toBe(400)
    }
  },
)

it('an unsubscription without its signature is refused, from wherever', async () => {
  for (const headers of [{}, ...Object.values(foreign)]) {
    const path = '/api/newsletter/unsubscribe?token=1.AAAAAAAAAAAAAAAAAAAAAA'
    expect((await client.request('POST', path, { headers })).status).toBe(404)
  }
})

it('a write that another site started changes nothing, whatever it is dressed as', async () => {
  const { id, title } = await makeVideo(userId)
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/json',
  ]) {
    const body = '{"title":"Taken over"}'
    const sent = await client.request('PATCH', `/api/videos/${id}`, {
      body,
      headers: { ...headers, 'content-type': type, 'x-http-method-override': 'PATCH' },
    })
    expect(sent.status).toBe(403)
  }
  await client.request('DELETE', `/api/videos/${id}`, { headers })
  await client.request('POST', `/api/videos/${id}/like`, { headers })
  expect(await videoRow(id)).toMatchObject({ title, likes: 0 })
})

it('a write of our own pages, or of a program that is no browser, goes through', async () => {
  const { id } = await makeVideo(userId)
  const path = `/api/videos/${id}/like`
  expect((await bare('POST', path, { origin: 'http://localhost:8787' })).status).toBe(200)
  expect((await bare('POST', path, {})).status).toBe(200)
  expect((await bare('POST', path, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
})

it('no method is taken from a header or a parameter', async () => {
  const { id } = await makeVideo(userId)
  await client.request('GET', `/api/videos/${id}?_method=DELETE`, {
    headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
  })
  expect(await videoRow(id)).toBeDefined()
})
