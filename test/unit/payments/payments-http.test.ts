import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ask, type Call } from '#worker/integrations/payments/http'
import { forgetAll } from '#worker/isolate-state'

const call: Call = {
  provider: 'paypal',
  step: 'read-order',
  method: 'GET',
  url: 'https://api.example/v2/orders/1',
  headers: { 'paypal-request-id': 'key-1' },
  repeatable: true,
}

/** Returns a provider with these responses, the last one repeated. */
function provider(...answers: (() => Response)[]) {
  const requests: Request[] = []
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(new Request(input, { ...init, signal: null }))
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (!answer) throw new TypeError('no answer')
    return answer()
  }
  return { requests, outside: { fetch: fetch as typeof globalThis.fetch, now: 1_000_000 } }
}

const fine = () => Response.json({ fine: true })
const busy = () => new Response('busy', { status: 503 })
const lost = () => {
  throw new TypeError('connection lost')
}
const down = (code: string) => expect.objectContaining({ name: 'ProviderDown', code })

beforeEach(forgetAll)
afterEach(() => vi.useRealTimers())

/** Runs without its pauses. */
async function settled<T>(work: Promise<T>): Promise<T | Error> {
  const result = work.catch((error: Error) => error)
  await vi.runAllTimersAsync()
  return result
}

describe('asking a provider', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  it.each([
    ['a 503', busy],
    ['a lost connection', lost],
    ['half an answer', () => new Response('{"id":"12')],
    ['a page of HTML', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['no body', () => new Response('')],
  ])('asks again after %s, with the same key', async (_, failure) => {
    const { requests, outside } = provider(failure, failure, fine)
    expect(await settled(ask(outside, call))).toEqual({
      status: 200,
      json: { fine: true },
      text: '{"fine":true}',
    })
    expect(requests.map(({ headers }) => headers.get('paypal-request-id'))).toEqual([
      'key-1',
      'key-1',
      'key-1',
    ])
  })

  it('gives up after two repetitions', async () => {
    const { requests, outside } = provider(busy)
    expect(await settled(ask(outside, call))).toEqual(down('http-503'))
    expect(requests).toHaveLength(3)
  })

  it('does not repeat what would be done twice', async () => {
    const { requests, outside } = provider(lost)
    expect(await settled(ask(outside, { ...call, repeatable: false }))).toEqual(down('network'))
    expect(requests).toHaveLength(1)
  })

  it('does not repeat what took too long', async () => {
    const { requests, outside } = provider(() => {
      throw new DOMException('late', 'TimeoutError')
    })
    expect(await settled(ask(outside, call))).toEqual(down('timeout'))
    expect(requests).toHaveLength(1)
  })

  it('hands out refusals, which are answers', async () => {
    const { requests, outside } = provider(() => Response.json({ name: 'NO' }, { status: 422 }))
    expect(await settled(ask(outside, call))).toMatchObject({ status: 422, json: { name: 'NO' } })
    expect(requests).toHaveLength(1)
  })

  it('follows no redirect', async () => {
    const { requests, outside } = provider(() => Response.redirect('https://evil.example/', 302))
    expect(await settled(ask(outside, call))).toEqual(down('http-302'))
    expect(requests.map(({ redirect }) => redirect)).toEqual(['manual'])
  })

  it('stops reading at a megabyte', async () => {
    let chunks = 0
    const endless = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          pull: (controller) => {
            chunks += 1
            controller.enqueue(new Uint8Array(64 * 1024))
          },
        }),
      )
    const { outside } = provider(endless)
    expect(await settled(ask(outside, { ...call, repeatable: false }))).toEqual(down('too-long'))
    expect(chunks).toBeLessThan(20)
  })

  it('waits as long as a 429 asks for, within reason', async () => {
    const wait = (value: string) => () => new Response('', { status: 429, headers: { 'retry-after': value } })
    const started = Date.now()
    const patient = provider(wait('2'), fine)
    expect(await settled(ask(patient.outside, call))).toMatchObject({ status: 200 })
    expect(Date.now() - started).toBe(2_000)

    for (const value of ['120', 'Wed, 21 Oct 2026 07:28:00 GMT']) {
      const { requests, outside } = provider(wait(value))
      expect(await settled(ask(outside, call))).toEqual(down('http-429'))
      expect(requests).toHaveLength(1)
    }
  })
})

describe('a provider that keeps failing', () => {
  const once = { ...call, repeatable: false }

  it('is left alone for the rest of a minute after five failures', async () => {
    const { requests, outside } = provider(lost)
    for (let n = 0; n < 5; n++) await expect(ask(outside, once)).rejects.toEqual(down('network'))
    await expect(ask(outside, once)).rejects.toEqual(down('circuit-open'))
    expect(requests).toHaveLength(5)

    await expect(ask({ ...outside, now: outside.now + 59_999 }, once)).rejects.toEqual(down('circuit-open'))
    await expect(ask({ ...outside, now: outside.now + 60_000 }, once)).rejects.toEqual(down('network'))
  })

  it('is asked as before once it answers', async () => {
    const { outside } = provider(lost, lost, lost, lost, fine, lost)
    for (let n = 0; n < 4; n++) await expect(ask(outside, once)).rejects.toEqual(down('network'))
    await ask(outside, once)
    for (let n = 0; n < 5; n++) await expect(ask(outside, once)).rejects.toEqual(down('network'))
    await expect(ask(outside, once)).rejects.toEqual(down('circuit-open'))
  })

  it('does not keep anybody from another one', async () => {
    const { outside } = provider(lost, lost, lost, lost, lost, fine)
    for (let n = 0; n < 5; n++) await expect(ask(outside, once)).rejects.toEqual(down('network'))
    const other = { ...once, url: 'https://other.example/v1/orders' }
    expect(await ask(outside, other)).toMatchObject({ status: 200 })
  })
})
