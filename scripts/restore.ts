import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { whileLocked } from '#tools/backup/lock'
import type { RestoreRun } from '#tools/backup/run-restore'
import { environmentNamed } from '#tools/deploy/environment'
import { runScript } from '#tools/programs/process'
import { runWatched, stalledAfter } from '#tools/programs/watched'

/**
 * `npm run restore -- --from FOLDER [--backup ID] [--catch-up ID] [--remote [--env staging]]`: restores the
 * newest backup of a folder, or another one, into a site that was never used. The newest catch-up, or another
 * one, then repeats all erasures, removals, blocks and bans since. `--only-catch-up` applies that alone,
 * after Time Travel. `--unverified` restores what has no seal or another one, also without the key, and
 * leaves damaged files out. The site is in maintenance mode until someone turns that off. docs/operating.md
 * says what to do before and after.
 */
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    backup: { type: 'string' },
    'catch-up': { type: 'string' },
    'only-catch-up': { type: 'boolean', default: false },
    remote: { type: 'boolean', default: false },
    env: { type: 'string' },
    'other-site': { type: 'boolean', default: false },
    unverified: { type: 'boolean', default: false },
  },
})
const { from, backup, remote, env } = values
if (from === undefined || (env !== undefined && !remote)) {
  process.stderr.write(
    'Usage: npm run restore -- --from FOLDER [--backup ID] [--catch-up ID] [--only-catch-up] [--remote [--env staging]] [--other-site] [--unverified]\n',
  )
  process.exit(2)
}
runScript(async () => {
  const path = resolve(from)
  const options: RestoreRun = {
    from: path,
    id: backup,
    catchUp: values['catch-up'],
    onlyCatchUp: values['only-catch-up'],
    isRemote: remote,
    environment: environmentNamed(env),
    otherSite: values['other-site'],
    unverified: values.unverified,
  }
  process.exitCode = await whileLocked(path, (signal) =>
    runWatched('tools/backup/run-restore.ts', options, { name: 'restore', limit: stalledAfter, signal }),
  )
})
