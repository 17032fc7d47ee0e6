import { run } from '../programs/process.ts'
import type { Phase } from './phases.ts'

/**
 * Makes passwords quick to check, since browser tests sign in often and don't measure it, and lists current,
 * since they look at once, as someone else, at what they have changed.
 */
export const testSiteVars = { PASSWORD_COST: '4', NEAR_SECONDS: '0', FIELD_SHARE: '0' }

/** Fills a folder once with the demo, for the sites of all browser tests. */
export function makeDemo(stateDir: string): Phase {
  return {
    name: 'Demo content',
    run: async () => {
      const env = { ...process.env, ...testSiteVars, STATE_DIR: stateDir }
      await run(process.execPath, ['scripts/db-migrate.ts'], { env })
      return { passed: 0, faults: [] }
    },
  }
}
