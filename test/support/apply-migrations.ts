import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { forgetAll } from '../../worker/isolate-state'

// Files share a workerd: each begins with empty bindings, with a worker that remembers nothing, and with real globals.
vi.useRealTimers()
vi.unstubAllGlobals()
await reset()
forgetAll()
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
