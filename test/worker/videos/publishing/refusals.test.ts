import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { problemOf, TestClient } from '#test/support/client'
import { makeUpload, makeUser, makeVideo, signInAs, videoRow } from '#test/support/factories'

let userId: number
let client: TestClient

beforeAll(async () => {
  const user = await makeUser()
  userId = user.id
  client = await signInAs(user)
})

/** Fields that are wrong in the same way for creating and for changing a video. */
const wrongFields: [string, Record<string, unknown>, string][] = [
  ['a short title', { title: 'ab' }, 'title'],
  ['a title that turns its direction', { title: 'A title \u202efour' }, 'title'],
  ['a description that turns its direction', { description: 'One\ntwo \u2067three' }, 'description'],
  ['a title of spaces', { title: '     ' }, 'title'],
  ['a long title', { title: 'x'.repeat(101) }, 'title'],
  ['a title that is a number', { title: 12345 }, 'title'],
  ['a long description', { description: 'x'.repeat(501) }, 'description'],
  ['a null description', { description: null }, 'description'],
  ['a category in words', { categoryId: '1' }, 'categoryId'],
  ['half a category', { categoryId: 1.5 }, 'categoryId'],
  ['category 0', { categoryId: 0 }, 'categoryId'],
  ['a category that is not there', { categoryId: 987_654 }, 'categoryId'],
  ['a premium flag in words', { isPremium: 'true' }, 'isPremium'],
  ['visibility as a number', { isPublic: 1 }, 'isPublic'],
  ['a null download flag', { allowDownload: null }, 'allowDownload'],
  ['a duration of nothing', { duration: 0 }, 'duration'],
  ['a duration in words', { duration: '12' }, 'duration'],
  ['an address that is none', { videoUrl: 'not an address' }, 'videoUrl'],
  ['an address of our own machine', { videoUrl: 'http://localhost/a.mp4' }, 'videoUrl'],
  ['an address of another scheme', { thumbnailUrl: 'file:///etc/passwd' }, 'thumbnailUrl'],
  ['a long address', { thumbnailUrl: `https://example.com/${'x'.repeat(2048)}` }, 'thumbnailUrl'],
  ['an upload id that is none', { videoFile: '../secret' }, 'videoFile'],
  ['a storyboard id that is none', { storyboardFile: 'm/abc' }, 'storyboardFile'],
  ['a null preview', { previewFile: null }, 'previewFile'],
  ['one rendition outside of a list', { renditions: {} }, 'renditions'],
  ['a rendition id that is none', { renditions: [''] }, 'renditions.0'],
  ['a latitude beyond the pole', { locationData: { latitude: 91, longitude: 0 } }, 'locationData.latitude'],
  ['half a location', { locationData: { latitude: 1 } }, 'locationData.longitude'],
  [
    'more than a location',
    { locationData: { latitude: 1, longitude: 1, altitude: 3 } },
    'locationData.altitude',
  ],
  ...[
    'id',
    'views',
    'likes',
    'status',
    'review',
    'hold',
    'revision',
    'sourceKey',
    'storyboardRows',
    'createdAt',
  ].map((field): [string, Record<string, unknown>, string] => [`the field ${field}`, { [field]: 1 }, field]),
]

async function refusal(response: Response) {
  const { code, errors } = await problemOf(response)
  return { status: response.status, code, fields: errors?.map(({ path }) => path) }
}

describe('POST /api/videos', () => {
  it.each(wrongFields)('refuses %s', async (_, change, field) => {
    const [source, poster] = [await makeUpload(userId), await makeUpload(userId, 'image')]
    const files = {
      ...(!('videoUrl' in change) && { videoFile: source.id }),
      ...(!('thumbnailUrl' in change) && { thumbnailFile: poster.id }),
    }
    const json = { title: 'A title', categoryId: 1, ...files, ...change }
    const answer = await refusal(await client.request('POST', '/api/videos', { json }))
    expect(answer).toEqual({ status: 400, code: 'invalid_input', fields: [field] })
  })

  it('names all fields that are missing', async () => {
    const answer = await refusal(await client.request('POST', '/api/videos', { json: {} }))
    expect(answer.fields).toEqual(['title', 'categoryId'])
  })
})

describe('PATCH /api/videos/:id', () => {
  it.each([...wrongFields, ['an owner', { userId: 1 }, 'userId']] as typeof wrongFields)(
    'refuses %s',
    async (_, change, field) => {
      const { source, poster, ...row } = await makeVideo(userId)
      const answer = await refusal(await client.request('PATCH', `/api/videos/${row.id}`, { json: change }))
      expect(answer).toEqual({ status: 400, code: 'invalid_input', fields: [field] })
      expect(await videoRow(row.id)).toEqual(row)
    },
  )
})

describe.each([
  ['POST', '/api/videos'],
  ['PATCH', '/api/videos/1'],
])('%s %s', (method, path) => {
  it.each([
    ['no JSON', '{"title"', 'application/json', 400, 'malformed_body'],
    ['a byte order mark', '\ufeff{}', 'application/json', 400, 'malformed_body'],
    ['a list', '[]', 'application/json', 400, 'invalid_input'],
    ['a form', 'title=x', 'application/x-www-form-urlencoded', 415, 'unsupported_body'],
    ['text', '{}', 'text/plain', 415, 'unsupported_body'],
    ['too much', `{"title":"${'x'.repeat(65 * 1024)}"}`, 'application/json', 413, 'too_large'],
  ])('refuses %s', async (_, body, type, status, code) => {
    const response = await client.request(method, path, { body, headers: { 'content-type': type } })
    expect([response.status, (await problemOf(response)).code]).toEqual([status, code])
  })
})

describe('an id that is none', () => {
  const ids = [
    '0',
    '-1',
    '1e3',
    '007',
    '1.0',
    '0x1',
    '99999999999999999999',
    '%20',
    'abc',
    '1%00',
    "1'",
    '１',
  ]
  const routes = ['GET ', 'PATCH ', 'DELETE ', 'POST /like', 'DELETE /like', 'POST /view'].map((route) =>
    route.split(' '),
  )

  it.each(routes)('is the same 404 as a video that never was: %s :id%s', async (method = '', rest = '') => {
    const input = method === 'PATCH' ? { json: { title: 'A title' } } : {}
    const answer = async (id: string) => {
      const response = await client.request(method, `/api/videos/${id}${rest}`, input)
      const headers = [...response.headers].filter(([name]) => name !== 'server-timing')
      return { status: response.status, headers, body: await response.text() }
    }
    const never = await answer('999999999')
    expect(never.status).toBe(404)
    for (const id of ids) expect([id, await answer(id)]).toEqual([id, never])
  })
})

describe('what is not there', () => {
  it.each([
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['GET', '/api/videos/1/nothing'],
    ['GET', '/media/nothing'],
    ['POST', '/nothing'],
    ['DELETE', '/video/1'],
    ['GET', '/nothing.png'],
    ['GET', '/assets/nothing.js'],
  ])('%s %s is a problem, not a page', async (method, path) => {
    const response = await client.request(method, path)
    expect([response.status, (await problemOf(response)).code]).toEqual([404, 'not_found'])
  })

  it.each([
    ['GET', '/api/auth/login', 'POST'],
    ['PUT', '/api/videos/7', 'GET, PATCH, DELETE'],
    ['DELETE', '/api/categories', 'GET'],
    ['PATCH', '/api/videos/7/like', 'POST, DELETE'],
    ['POST', '/media/token/source.mp4', 'GET'],
  ])('%s %s takes other methods, which it names', async (method, path, allowed) => {
    const response = await client.request(method, path)
    expect([response.status, (await problemOf(response)).code]).toEqual([405, 'method_not_allowed'])
    expect(response.headers.get('allow')).toBe(allowed)
  })
})

it('a parameter that comes twice is refused, and counts for no other place', async () => {
  for (const path of ['/api/videos?limit=1&limit=2', '/api/search?q=a&q=b']) {
    const response = await client.get(path)
    expect([response.status, (await problemOf(response)).code]).toEqual([400, 'invalid_input'])
  }
  const { id } = await makeVideo(userId)
  await client.request('PATCH', `/api/videos/${id}?title=Another%20place`, { json: { title: 'In the body' } })
  expect(await videoRow(id)).toMatchObject({ title: 'In the body' })
})

it('a failure of our own says nothing of the inside, but has an id for the log', async () => {
  const { id } = await makeVideo(userId)
  await env.DB.prepare(
    `create trigger broken before insert on likes begin select raise(abort, 'inner secret'); end`,
  ).run()
  const response = await client.request('POST', `/api/videos/${id}/like`)
  await env.DB.prepare('drop trigger broken').run()
  const problem = await problemOf(response)
  expect(problem).toEqual({
    type: '/problems/internal',
    title: 'Internal error',
    status: 500,
    detail: 'Something went wrong on our side. Please try again.',
    code: 'internal',
    requestId: expect.stringMatching(/^[\w-]{22}$/),
  })
  expect((await new TestClient().get(`/api/videos/${id}`)).status).toBe(200)
})
