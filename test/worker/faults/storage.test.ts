import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { objectKey } from '#worker/storage/keys'
import { createMediaStore } from '#worker/storage/media-store'
import { problemOf } from '../../support/client'
import { FaultyClient } from '../../support/faults'
import { addressOf, patternBytes, sessionCookie, storeObject } from '../../support/videos/media'

const messages = [
  'get: We encountered an internal error. Please try again. (10001)',
  'get: Reduce your concurrent request rate for the same object. (10058)',
  'get: Service unavailable (10043)',
  'get: Unspecified error (0)',
  'Network connection lost.',
]

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe.each(messages)('when R2 says %s', (message) => {
  it.each(['GET', 'HEAD'])('a %s is answered as a fault that passes', async (method) => {
    const facts = await storeObject(patternBytes(100))
    const client = new FaultyClient()
    client.faults.throws(/^MEDIA (get|head)/, message, { times: 1 })
    const failed = await client.request(method, addressOf(facts))
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '2'])
    if (method === 'GET') expect(await problemOf(failed)).toMatchObject({ code: 'unavailable' })
    const again = await client.request(method, addressOf(facts))
    expect([again.status, again.headers.get('content-length')]).toEqual([200, '100'])
    await again.body?.cancel()
  })
})

describe.each(['free', 'premium'] as const)('a film that is %s', (access) => {
  it.each(['GET', 'HEAD'])('and asked for by %s has ten seconds until its first byte', async (method) => {
    const facts = await storeObject(patternBytes(100), { class: access })
    const client = new FaultyClient()
    client.setCookie(
      '__Host-session',
      (await sessionCookie({ premiumUntil: Date.now() + 3600_000 })).split('=')[1] ?? '',
    )
    await (await client.get('/api/settings')).text()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    client.faults.hangs(/^MEDIA (get|head)/)
    const hanging = client.faults.untilHanging()
    const call = client.request(method, addressOf(facts))
    await hanging
    await vi.advanceTimersByTimeAsync(9999)
    expect(await Promise.race([call, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    const { status, headers } = await call
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  })
})

it('a viewer who waited for another’s copy has ten seconds in all', async () => {
  const facts = await storeObject(patternBytes(100))
  const client = new FaultyClient()
  await (await client.get('/api/settings')).text()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  client.faults.hangs(/^MEDIA get/)
  const ask = async () => (await client.get(addressOf(facts))).status
  const hanging = client.faults.untilHanging()
  const first = ask()
  await hanging
  await vi.advanceTimersByTimeAsync(1000)
  // The first of these asks R2 itself when the earlier request's time is over, and the others wait for it.
  const others = [ask(), ask()]
  await vi.advanceTimersByTimeAsync(9000)
  expect(await first).toBe(503)
  expect(await Promise.race([...others, 'waiting'])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await Promise.all(others)).toEqual([503, 503])
})

it('an R2 that answers is heard, however long a viewer waited elsewhere', async () => {
  const facts = await storeObject(patternBytes(100))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const get = async (key: string) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return env.MEDIA.get(key)
  }
  const media = createMediaStore({ get } as R2Bucket, { reads: 0, writes: 0, ms: 0 })
  const reading = media.read(objectKey(facts.object), 0, 100, 60_000)
  await vi.advanceTimersByTimeAsync(1000)
  const found = await reading
  expect(found?.size).toBe(100)
  await found?.body.cancel()
})
