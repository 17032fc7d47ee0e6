import { run } from '../programs/process.ts'
import type { Phase } from './phases.ts'

/**
 * Variables of the site in browser tests. Checking a password is quick, since tests sign in often and don't
 * measure it. Lists are never cached, since tests look at once, as another account, at their own changes.
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
