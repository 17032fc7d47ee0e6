import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FaultyClient } from '../../support/faults'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it.each(['/favicon.svg', '/card.png'])('%s waits for its file for five seconds', async (path) => {
  const client = new FaultyClient()
  await (await client.get('/api/settings')).text()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  client.faults.hangs(/^ASSETS/)
  const hanging = client.faults.untilHanging()
  const call = client.get(path)
  await hanging
  await vi.advanceTimersByTimeAsync(5000)
  const response = await call
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
})
