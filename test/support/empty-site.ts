import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { forgetAll } from '#worker/isolate-state'

/**
 * Empties every binding, and everything the worker keeps between requests. Runs before each file; files whose
 * tests read whole tables, or change site-wide state, call it before each test.
 */
export async function emptySite(): Promise<void> {
  // These calls start idle bindings again: workerd suspends a binding after ten seconds without use, and
  // reset() misses it.
  await Promise.all([
    env.DB.prepare('select 1').run(),
    env.MEDIA.list({ limit: 1 }),
    env.SETTINGS.list({ limit: 1 }),
  ])
  await reset()
  forgetAll()
  await env.DB.batch(env.TEST_SCHEMA.map((script) => env.DB.prepare(script)))
}
