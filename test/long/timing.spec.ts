import { expect, test } from '@playwright/test'
import { newName, randomAddress } from '../e2e/support/site'

const pairs = 200
const warmUp = 10
/** Longer than the limit windows of an account and of an email address. */
const apart = 16 * 60_000
const allowed = 10

interface Question {
  path: string
  /** Input about a username that may not exist. */
  body(username: string): unknown
  status: number
}

const questions: [string, Question][] = [
  [
    'sign-in',
    {
      path: '/api/auth/login',
      body: (username) => ({ username, password: 'a wrong password' }),
      status: 401,
    },
  ],
  [
    'a forgotten password',
    {
      path: '/api/auth/forgot',
      body: (username) => ({ email: addressOf(username) }),
      status: 202,
    },
  ],
]

for (const [name, question] of questions) {
  test(`${name} takes as long for an account as for nobody`, async ({ baseURL }, info) => {
    const account = newName()
    const password = newName()
    const email = addressOf(account)
    await post(`${baseURL}/api/auth/signup`, { username: account, email, password }, Date.now(), 201)
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    // From the past up to now, so that no clock of the site is behind the rows written.
    const start = Date.now() - (pairs + warmUp + 1) * apart
    for (let pair = -warmUp; pair < pairs; pair += 1) {
      const now = start + (pair + warmUp) * apart
      // In random order: the second request may wait for work that the first left for after its response.
      const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const who of order) {
        const body = question.body(who === 'known' ? account : newName())
        const took = await post(`${baseURL}${question.path}`, body, now, question.status)
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

function addressOf(username: string): string {
  return `${username}@example.com`
}

/** Returns the milliseconds until the whole response has arrived. */
async function post(url: string, body: unknown, now: number, status: number): Promise<number> {
  const init = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-test-now': String(now),
      // Limits per IP address would end the series.
      'cf-connecting-ip': randomAddress(),
    },
    body: JSON.stringify(body),
  }
  const from = performance.now()
  const response = await fetch(url, init)
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
