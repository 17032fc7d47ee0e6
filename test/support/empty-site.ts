import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { forgetAll } from '../../worker/isolate-state'

/**
 * Empties every binding, and everything the worker keeps between requests. Runs before each file; files whose
 * tests read whole tables, or change site-wide state, call it before each test.
 */
export async function emptySite(): Promise<void> {
  // reset() leaves what workerd has put aside, as it does with a binding that nobody has used for ten seconds.
  await Promise.all([
    env.DB.prepare('select 1').run(),
    env.MEDIA.list({ limit: 1 }),
    env.SETTINGS.list({ limit: 1 }),
  ])
  await reset()
  forgetAll()
  // One batch takes half as long as a call for each migration, and this runs hundreds of times.
  const queries = env.TEST_MIGRATIONS.flatMap((migration) => migration.queries)
  await env.DB.batch(queries.map((query) => env.DB.prepare(query)))
}
