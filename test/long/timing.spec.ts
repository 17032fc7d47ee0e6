import { expect, request, test } from '@playwright/test'
import type { Video } from '#contract/schemas/videos/video'
import { newName, randomAddress } from '../e2e/support/site'

/** Password of the demo's accounts. */
const demoPassword = 'nocturne-demo'
const pairs = 200
const warmUp = 10
/** Longer than the limit windows of an account and of an email address. */
const apart = 16 * 60_000

interface Asked {
  path: string
  /** Without a body, the request is a GET. */
  body?: unknown
}

interface Question {
  /** Most milliseconds between the medians. */
  allowed: number
  status: number
  /**
   * Creates the known object, and returns a function that makes requests for it or for one that never
   * existed.
   */
  prepare(site: string): Promise<(isKnown: boolean) => Asked>
}

const questions: Record<string, Question> = {
  'sign-in takes as long for an account as for nobody': {
    allowed: 10,
    status: 401,
    prepare: async (site) => {
      const account = await signUp(site)
      return (isKnown) => ({
        path: '/api/auth/login',
        body: { username: isKnown ? account : newName(), password: 'a wrong password' },
      })
    },
  },
  'a forgotten password takes as long for an account as for nobody': {
    allowed: 10,
    status: 202,
    prepare: async (site) => {
      const account = await signUp(site)
      return (isKnown) => ({
        path: '/api/auth/forgot',
        body: { email: addressOf(isKnown ? account : newName()) },
      })
    },
  },
  'a private video is as quickly not there as one that never was': {
    allowed: 5,
    status: 404,
    prepare: async (site) => {
      const hidden = await hideVideo(site)
      const unknown = () => 1e9 + Math.floor(1e9 * Math.random())
      return (isKnown) => ({ path: `/api/videos/${isKnown ? hidden : unknown()}` })
    },
  },
}

for (const [title, { allowed, status, prepare }] of Object.entries(questions)) {
  test(title, async ({ baseURL }, info) => {
    const site = String(baseURL)
    const question = await prepare(site)
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    // Starts in the past and ends now, so that no clock of the site is behind the rows written.
    const start = Date.now() - (pairs + warmUp + 1) * apart
    for (let pair = -warmUp; pair < pairs; pair += 1) {
      const now = start + (pair + warmUp) * apart
      // In random order: the second request may wait for work that the first deferred until after its
      // response.
      const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const who of order) {
        const took = await ask(site, question(who === 'known'), now, status)
        if (pair >= 0) times[who].push(took)
      }
    }
    const difference = median(times.known) - median(times.unknown)
    const [low, high] = interval(times)
    const ms = (value: number) => `${value.toFixed(1)} ms`
    info.annotations.push({
      type: 'figure',
      description: `medians of ${pairs}: known ${ms(median(times.known))}, unknown ${ms(median(times.unknown))}; difference ${ms(difference)}, 95 % of resamples between ${ms(low)} and ${ms(high)}`,
    })
    expect([times.known.length, times.unknown.length]).toEqual([pairs, pairs])
    expect(Math.abs(difference)).toBeLessThan(allowed)
  })
}

async function signUp(site: string): Promise<string> {
  const username = newName()
  const body = { username, email: addressOf(username), password: newName() }
  await ask(site, { path: '/api/auth/signup', body }, Date.now(), 201)
  return username
}

/** Makes a video of the demo private, and returns its ID. */
async function hideVideo(site: string): Promise<number> {
  const creator = await request.newContext({ baseURL: site, extraHTTPHeaders: { origin: site } })
  await creator.post('/api/auth/login', { data: { username: 'creator', password: demoPassword } })
  const [video] = (await (await creator.get('/api/videos/my-videos?limit=1')).json()) as Video[]
  const hidden = await creator.patch(`/api/videos/${video?.id}`, { data: { visibility: 'private' } })
  expect(hidden.status()).toBe(200)
  await creator.dispose()
  return video?.id ?? 0
}

function addressOf(username: string): string {
  return `${username}@example.com`
}

/** Returns the milliseconds until the whole response has arrived. */
async function ask(site: string, { path, body }: Asked, now: number, status: number): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    cookie: 'age_verified=1',
    'x-test-now': String(now),
    // Limits per IP address would end the measurement.
    'cf-connecting-ip': randomAddress(),
  }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const from = performance.now()
  const response = await fetch(site + path, init)
  await response.arrayBuffer()
  const took = performance.now() - from
  expect(response.status).toBe(status)
  return took
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const at = (index: number) => sorted[index] ?? Number.NaN
  return sorted.length % 2 === 0 ? (at(middle - 1) + at(middle)) / 2 : at(Math.floor(middle))
}

/** Returns the 95 % interval of the difference of the medians, by resampling the pairs. */
function interval({ known, unknown }: { known: number[]; unknown: number[] }): [number, number] {
  const draws = Array.from({ length: 2000 }, () => {
    const drawn = known.map(() => Math.floor(Math.random() * known.length))
    const of = (values: number[]) => median(drawn.map((index) => values[index] ?? Number.NaN))
    return of(known) - of(unknown)
  }).sort((a, b) => a - b)
  return [draws[50] ?? Number.NaN, draws[1949] ?? Number.NaN]
}
