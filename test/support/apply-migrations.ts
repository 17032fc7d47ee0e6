import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { forgetAll } from '../../worker/isolate-state'

// Files share a workerd: each begins with empty bindings, and with a worker that remembers nothing.
await reset()
forgetAll()
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
