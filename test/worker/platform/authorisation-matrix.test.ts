import { env } from 'cloudflare:workers'
import { inspectRoutes } from 'hono/dev'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imports, legalDocuments } from '#db/schema'
import { app } from '#worker/app'
import { randomId } from '#worker/storage/keys'
import { TestClient } from '../../support/client'
import { changeSettings, makeUpload, testDb } from '../../support/factories'
import {
  type Cast,
  clientOf,
  commentIn,
  linkOf,
  makeCast,
  neverExisted,
  sharedVideoIn,
  unlistedKey,
  videoIn,
} from '../../support/matrix/matrix'
import { commentRoutes } from '../../support/matrix/matrix-comment-routes'
import { plainRoutes } from '../../support/matrix/matrix-plain-routes'
import {
  type Answer,
  mediaRoutes,
  type Role,
  roles,
  type State,
  states,
} from '../../support/matrix/matrix-rules'
import { videoRoutes } from '../../support/matrix/matrix-video-routes'
import { vtt } from '../../support/videos/captions'
import { makeList } from '../../support/videos/lists'

let cast: Cast

beforeAll(async () => {
  cast = await makeCast()
  await changeSettings({ commentsEnabled: true })
  await testDb()
    .insert(legalDocuments)
    .values({ slug: 'terms', version: 1, title: 'Terms', body: 'Text', publishedAt: 0 })
    .onConflictDoNothing()
})

/** The pattern that a parameter must match, after its name. */
const pattern = /\{[^/]*\}/

/** Returns the app's routes without middleware. A handler is a function without a `next` parameter. */
function routesOfApp(): string[] {
  const handlers = inspectRoutes(app).filter((route) => !route.isMiddleware)
  return [...new Set(handlers.map(({ method, path }) => `${method} ${path.replace(pattern, '')}`))].sort()
}

function answerOf(status: number): Answer | number {
  if (status >= 200 && status < 300) return 'ok'
  const named: Record<number, Answer> = {
    302: 'reached',
    400: 'reached',
    401: 'sign in',
    403: 'forbidden',
    404: 'missing',
    409: 'reached',
    415: 'reached',
    422: 'reached',
  }
  return named[status] ?? status
}

/** Returns all properties that could distinguish two responses. */
async function trace(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'server-timing')
  return { status: response.status, headers, body: await response.text() }
}

interface Input {
  query?: string
  json?: unknown
  body?: string
  headers?: Record<string, string>
}

/** Routes that end or renew their caller's sessions. */
const endSessions = [
  'POST /api/auth/logout',
  'POST /api/auth/logout-everywhere',
  'DELETE /api/account/sessions',
]

/** A route that keeps its author from writing below the owner's other videos. */
const blockAuthor = 'PUT /api/comments/:id/block'

let sentAt = Date.now()

/**
 * Returns input that sends each request five minutes after the one before, within the limits of the few that
 * an account may send.
 */
function spaced(json?: unknown): Input {
  return {
    json,
    get headers() {
      sentAt += 5 * 60_000
      return { 'x-test-now': String(sentAt) }
    },
  }
}

const inputs: Record<string, Input> = {
  'GET /api/videos/mine': { query: '?ids=1' },
  'GET /api/search': { query: '?q=clip' },
  'GET /api/search/suggest': { query: '?q=clip' },
  'POST /api/auth/signup': { json: {} },
  'POST /api/auth/login': { json: {} },
  'POST /api/videos': { json: {} },
  'POST /api/uploads': { json: {} },
  'POST /api/imports': { json: {} },
  'PUT /api/uploads/:id/parts/:number': {
    body: 'x',
    headers: { 'content-length': '1', 'content-digest': `sha-256=:${'A'.repeat(43)}=:` },
  },
  'PATCH /api/videos/:id': { json: { isPublic: true } },
  'PUT /api/account/saved/:videoId/place': { json: { before: null } },
  'PATCH /api/lists/:id': { json: { isShared: false } },
  'POST /api/lists/:id/link': { json: { replaces: unlistedKey } },
  'PATCH /api/lists/:id/videos/:videoId': { json: { before: null } },
  'PATCH /api/account/preferences': { json: { saveWatchHistory: true } },
  'PUT /api/videos/:id/progress': { json: { position: 20 } },
  'POST /api/videos/:id/watched': { json: { parts: 1 } },
  'POST /api/videos/:id/report': spaced({ reason: 'spam' }),
  'POST /api/videos/:id/comments': spaced({ body: 'Hello' }),
  'PATCH /api/comments/:id': { json: { body: 'Hello' } },
  'DELETE /api/comments/:id': spaced(),
  'PUT /api/comments/:id/pin': spaced(),
  'DELETE /api/comments/:id/pin': spaced(),
  'POST /api/comments/:id/report': spaced({ reason: 'spam' }),
  'POST /api/videos/:id/link': { json: { replaces: unlistedKey } },
  'PUT /api/admin/users/:id/role': { json: { role: 'support' } },
  'POST /api/admin/videos/:id/remove': { json: { reason: 'spam', note: 'It advertises something.' } },
  'PATCH /api/admin/videos/:id': { json: { title: 'A clip', note: 'It has to be so.' } },
  'POST /api/admin/videos/:id/changes': { json: { decision: 'accept', changes: 0 } },
  'PUT /api/admin/videos/:id/captions/:language': { body: vtt(), headers: { 'content-type': 'text/vtt' } },
  'PUT /api/videos/:id/captions/:language': { body: vtt(), headers: { 'content-type': 'text/vtt' } },
}

it('lists every route of the app, and no other: add yours to support/matrix-*-routes', () => {
  const tables = [plainRoutes, videoRoutes, commentRoutes]
  const listed = [...tables.flatMap((routes) => Object.keys(routes)), ...mediaRoutes]
  expect(listed.sort()).toEqual(routesOfApp())
})

it('has one route for each address, so that routers can stand in any order', () => {
  const routes = inspectRoutes(app).filter((route) => !route.isMiddleware && route.path !== '/*')
  for (const { method, path } of routes) {
    // A number fits every pattern; a name could match another route.
    const address = path.replaceAll(/:\w+(\{[^/]*\})?/g, (_, numbers) => (numbers ? '1' : 'name'))
    const [handlers] = app.router.match(method, address)
    const reached = handlers.map(([[, route]]) => route).filter((route) => route.method === method)
    const others = reached.filter((route) => route.path !== path && route.path !== '/*')
    expect([method, path, others.map((other) => other.path)]).toEqual([method, path, []])
  }
})

it.each(Object.entries(plainRoutes))('%s answers each role as the table says', async (route, expected) => {
  const actors = endSessions.includes(route) ? await makeCast() : cast
  const [method = '', pattern = ''] = route.split(' ')
  const answers: Partial<Record<Role, Answer | number>> = {}
  for (const role of roles) {
    const { query = '', ...input } = inputs[route] ?? {}
    const path = pattern
      .replace(':slug', 'terms')
      .replace(':number', '1')
      .replace(':videoId', String(neverExisted))
      .replace(':id', await ownThing(pattern))
    // A copy, since some of these change the cookies.
    const client = clientOf(actors, role, 'free').copy()
    const response = await client.request(method, path + query, input)
    const answer = answerOf(response.status)
    await response.arrayBuffer()
    // A role that reaches the handler may also succeed.
    answers[role] = answer === 'ok' && expected(role) === 'reached' ? 'reached' : answer
  }
  expect(answers).toEqual(Object.fromEntries(roles.map((role) => [role, expected(role)])))
})

/** Creates an upload or import that belongs to the owner, for a route that names one. */
async function ownThing(pattern: string): Promise<string> {
  const { id: userId } = cast.owner
  if (pattern.startsWith('/api/uploads/')) return (await makeUpload(userId)).id
  if (pattern.startsWith('/api/lists/')) return String(await makeList(userId))
  if (pattern.startsWith('/api/account/warnings/')) return String(neverExisted)
  const id = randomId()
  if (pattern.startsWith('/api/imports/')) {
    const row = { id, userId, url: 'https://example.com/a.mp4', createdAt: 0, touchedAt: 0 }
    await testDb()
      .insert(imports)
      .values({ ...row, status: 'failed' })
  }
  return id
}

it('leaves an upload alone that another account throws away', async () => {
  const { id } = await makeUpload(cast.owner.id)
  await clientOf(cast, 'administrator', 'free').request('DELETE', `/api/uploads/${id}`)
  expect((await cast.owner.client.get(`/api/uploads/${id}`)).status).toBe(200)
})

function send(client: TestClient, route: string, id: number, link = ''): Promise<Response> {
  const [method = '', pattern = ''] = route.split(' ')
  const path =
    pattern === '/*' ? `/video/${id}` : pattern.replace(':id', String(id)).replace(':language', 'en')
  const { headers, ...input } = inputs[route] ?? {}
  return client.request(method, path + link, { ...input, headers: { ...headers, ...fromElsewhere() } })
}

/**
 * Returns another address for each request: one address may send 600 a minute, which a fast machine does
 * here.
 */
function fromElsewhere() {
  return { 'cf-connecting-ip': new TestClient().address }
}

/** Answers after which the video or comment is unchanged for the next role. */
const refusals: Answer[] = ['sign in', 'forbidden', 'missing']

/** Routes that don't change the item that they name, so all roles can use the same one. */
const leavesThing = /^GET|^POST .api.embed|(like|save|view|watched|progress)$/
/**
 * Routes that change the item, but not the next role's answer. After any other route, that role gets a new
 * item.
 */
const leavesAnswers = /(report|language|comments|pin|block)$|^PATCH .api.comments/

type Expected = (role: Role, state: State) => Answer
type Table = Record<string, Expected>

/** Tells whether this role is refused for every video, which a router does before it reads the video. */
function isRoutersRefusal(expected: Expected, role: Role): boolean {
  const answer = expected(role, 'free')
  const isRouters = answer === 'sign in' || answer === 'forbidden'
  return isRouters && states.every((state) => expected(role, state) === answer)
}

/**
 * States that represent all others for those refusals: a public video, one requested with its key, and a
 * missing one.
 */
const standIns: State[] = ['free', 'unlisted, by link', 'never existed']

/**
 * Roles that differ from another by a single rule, which a premium and a private video show in addition to
 * the stand-ins.
 */
const likeAnother: Partial<Record<Role, Role>> = { lapsed: 'user', 'site owner': 'administrator' }
const showRule: State[] = [...standIns, 'premium', 'private']

/** Tells whether `npm test` tests this cell, too; `MATRIX=all` tests all of them. */
function isAsked(expected: Expected, role: Role, state: State): boolean {
  if (env.MATRIX === 'all') return true
  if (isRoutersRefusal(expected, role)) return standIns.includes(state)
  const other = likeAnother[role]
  return !other || showRule.includes(state) || expected(role, state) !== expected(other, state)
}

let cells = 0
afterAll(() => {
  // biome-ignore lint/suspicious/noConsole: `npm run test:long` asks for all, and reads that it did
  if (env.MATRIX === 'all') console.log(`matrix ${cells}`)
})

const ofState = (routes: Table, make: typeof commentIn) =>
  Object.entries(routes).map(([route, expected]) => ({ route, expected, make }))
const ofVideo = ofState(videoRoutes, videoIn).map((each) =>
  leavesThing.test(each.route) ? { ...each, make: sharedVideoIn } : each,
)

describe.each([...ofVideo, ...ofState(commentRoutes, commentIn)])('$route', ({ route, expected, make }) => {
  const isPage = route === 'GET /*'
  const keeps = leavesThing.test(route) || leavesAnswers.test(route)
  const never = new Map<TestClient, Awaited<ReturnType<typeof trace>>>()
  let actors: Cast
  beforeAll(async () => {
    actors = route === blockAuthor ? await makeCast() : cast
  })

  async function traceOfNothing(client: TestClient) {
    // A page lists other videos, and each state adds one.
    const known = (!isPage && never.get(client)) || (await trace(await send(client, route, neverExisted)))
    never.set(client, known)
    return known
  }

  it.each(states)('of a video that is %s answers each role as the table says', async (state) => {
    let id = await make(actors, state)
    for (const role of roles) {
      if (!isAsked(expected, role, state)) continue
      cells += 1
      const client = clientOf(actors, role, state)
      const answer = await trace(await send(client, route, id, linkOf(state)))
      expect([role, answerOf(answer.status)]).toEqual([role, expected(role, state)])
      if (!keeps && !refusals.includes(expected(role, state))) id = await make(actors, state)
      if (expected(role, state) !== 'missing') continue
      // Only a page names the requested video.
      const says = (asked: number) => `"missingVideo":${asked}`
      const body = isPage ? answer.body.replace(says(id), says(neverExisted)) : answer.body
      expect([role, { ...answer, body }]).toEqual([role, await traceOfNothing(client)])
    }
  })
})
