import { setTimeout as plainTimeout } from 'node:timers'
import { vi } from 'vitest'
import { TestClient } from '../support/client'
import { emptySite } from '../support/empty-site'
import { holdLines } from '../support/held-lines'

holdLines()

// Files share a workerd. Each begins with an empty site and the real globals, except for the network.
vi.useRealTimers()
vi.restoreAllMocks()
vi.unstubAllGlobals()
// Vitest's own function takes a stack trace each time, and each trip to the database calls it.
globalThis.setTimeout = plainTimeout
globalThis.fetch = () => Promise.reject(new Error('Tests have no network'))
await emptySite()
// A site's first request reads the settings from D1. Otherwise, the first test that counts its queries would
// count them.
await new TestClient().get('/api/settings')
