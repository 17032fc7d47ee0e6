import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Video } from '#contract/schemas/videos/video'
import { forgetAll } from '#worker/isolate-state'
import { TestClient } from '../../support/client'
import { makeUser, makeVideo, signInAs, testPassword } from '../../support/factories'
import { Faults, FaultyClient } from '../../support/faults'

const written = vi.fn<(line: string) => void>()

beforeAll(() => {
  vi.spyOn(console, 'info').mockImplementation(written)
})

afterEach(() => {
  vi.useRealTimers()
  // An isolate's state has the time of the test that filled it.
  forgetAll()
})

afterAll(() => {
  vi.restoreAllMocks()
})

/** Returns the log lines about the answers during an act. */
async function linesOf(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  written.mockClear()
  await act()
  const lines = written.mock.calls.map(([line]) => JSON.parse(line) as Record<string, unknown>)
  return lines.filter(({ event }) => event === 'request')
}

describe('the line of an answer', () => {
  it.each([
    ['a sign-in', testPassword, 200],
    ['a sign-in that fails', 'not the password', 401],
  ])('tells of %s, and neither who nor with what', async (_, password, status) => {
    const { username } = await makeUser()
    const client = new TestClient()
    const lines = await linesOf(() =>
      client.request('POST', '/api/auth/login', { json: { username, password } }),
    )
    expect(lines).toMatchObject([{ level: 'info', method: 'POST', route: '/api/auth/login', status }])
    const text = JSON.stringify(lines)
    for (const secret of [username, password, client.address]) expect(text).not.toContain(secret)
  })

  it.each([
    ['D1', /^DB/, 'd1Ms'],
    ['R2', /^MEDIA/, 'r2Ms'],
    ['KV', /^SETTINGS/, 'kvMs'],
  ])('has the name of its request, and how long %s took', async (_, acts, field) => {
    const { id } = await makeVideo((await makeUser()).id)
    const { thumbnailUrl } = await new TestClient().json<Video>('GET', `/api/videos/${id}`)
    vi.useFakeTimers({ toFake: ['Date'] })
    const tookMs = 2000
    const gate = {
      // biome-ignore lint/suspicious/noThenProperty: each act that waits for it takes this long
      then: (open: () => void) => {
        vi.setSystemTime(Date.now() + tookMs)
        open()
      },
    }
    const client = new FaultyClient(new Faults().add(acts, { kind: 'late', gate: gate as Promise<void> }))
    const [line] = await linesOf(async () => {
      const response = await client.get(thumbnailUrl ?? '', { 'cf-ray': 'ray-of-this-one' })
      // While a file is being read, the database is asked again, which would set the clock of a later test.
      await response.body?.cancel()
    })
    expect(line).toMatchObject({ requestId: 'ray-of-this-one', d1Trips: 1 })
    for (const ms of [field, 'ms']) expect(line?.[ms]).toBeGreaterThanOrEqual(tookMs)
  })

  it('tells of a refusal, with the role that was refused and the route without its ID', async () => {
    const { id } = await makeVideo((await makeUser()).id)
    const client = await signInAs(await makeUser())
    const lines = await linesOf(() =>
      client.request('PATCH', `/api/videos/${id}`, { json: { title: 'Mine now' } }),
    )
    expect(lines).toMatchObject([
      {
        route: expect.stringMatching(/^\/api\/videos\/:id/),
        status: 403,
        refusal: 'forbidden',
        role: 'user',
      },
    ])
  })

  it.each<[string, string, { json?: object; headers?: HeadersInit }, object]>([
    [
      'a request from another site',
      '/api/auth/logout',
      { headers: { 'sec-fetch-site': 'cross-site' } },
      { refusal: 'cross_site' },
    ],
    [
      'input that breaks the rules',
      '/api/auth/login',
      { json: { username: '' } },
      { refusal: 'invalid_input' },
    ],
    ['an act of a member by a stranger', '/api/videos', { json: {} }, { refusal: 'unauthenticated' }],
  ])('names the control that refused %s', async (_, path, init, line) => {
    const lines = await linesOf(() => new TestClient().request('POST', path, init))
    expect(lines).toMatchObject([line])
  })

  it('tells of no media that is served or refused, which anyone may ask for without end, and of what fails', async () => {
    const { id } = await makeVideo((await makeUser()).id)
    const client = new TestClient()
    const posterOf = async (of: number) =>
      (await client.json<Video>('GET', `/api/videos/${of}`)).thumbnailUrl ?? ''
    const thumbnailUrl = await posterOf(id)
    const status = async () => expect((await client.get(thumbnailUrl)).status).toBe(200)
    expect(await linesOf(status)).toEqual([])
    const refused = async () => expect((await client.get('/media/a-forged-key/source.mp4')).status).toBe(404)
    expect(await linesOf(refused)).toEqual([])
    const away = new FaultyClient(new Faults().throws(/^MEDIA/, 'R2 is away'))
    // A poster of another video, which no cache has.
    const unread = await posterOf((await makeVideo((await makeUser()).id)).id)
    const failed = async () => expect((await away.get(unread)).status).toBe(503)
    expect(await linesOf(failed)).toMatchObject([{ route: '/media/:token/:file', status: 503 }])
  })
})
