import { afterAll, afterEach, vi } from 'vitest'
import { TestClient } from '../support/client'
import { emptySite } from '../support/empty-site'

// The worker logs a line for each request, which matters only when a test fails. Vitest would send each to another
// process, which takes as long as the request.
const lines: string[] = []
for (const level of ['info', 'warn', 'error'] as const)
  console[level] = (...said: unknown[]) => void lines.push(said.join(' '))
function forgetLines(isTold: boolean): void {
  // biome-ignore lint/suspicious/noConsole: for whoever looks for the fault
  if (isTold && lines.length > 0) console.log(lines.join('\n'))
  lines.length = 0
}
afterEach(({ task }) => forgetLines(task.result?.state === 'fail'))
// Those of hooks, which are of no test.
afterAll(() => forgetLines(true))

// Files share a workerd: each begins with an empty site and real globals, but for the network.
vi.useRealTimers()
vi.unstubAllGlobals()
globalThis.fetch = () => Promise.reject(new Error('Tests have no network'))
await emptySite()
// A site's first request reads the settings from D1, so the first test to count its queries would count them.
await new TestClient().get('/api/settings')
