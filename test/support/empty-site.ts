import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { forgetAll } from '#worker/isolate-state'

/**
 * Empties every binding, and everything the worker keeps between requests. Runs before each file; files whose
 * tests read whole tables, or change site-wide state, call it before each test.
 */
export async function emptySite(): Promise<void> {
  // reset() leaves what workerd has put aside, as it does with a binding that no one has used for ten seconds.
  await Promise.all([
    env.DB.prepare('select 1').run(),
    env.MEDIA.list({ limit: 1 }),
    env.SETTINGS.list({ limit: 1 }),
  ])
  await reset()
  forgetAll()
  await env.DB.batch(env.TEST_SCHEMA.map((script) => env.DB.prepare(script)))
}
