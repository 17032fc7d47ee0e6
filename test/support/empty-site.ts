import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { forgetAll } from '../../worker/isolate-state'

/**
 * Empties every binding, and has the worker forget what it keeps between requests. Each file begins so; a file whose
 * tests look at whole tables, or change what holds for the whole site, does it before each test.
 */
export async function emptySite(): Promise<void> {
  await reset()
  forgetAll()
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
}
