import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { whileLocked } from '#tools/backup/lock'
import { deletePartial } from '#tools/backup/prune'
import type { BackupRun } from '#tools/backup/run-backup'
import { environmentNamed } from '#tools/deploy/environment'
import { runScript } from '#tools/programs/process'
import { runWatched, stalledAfter } from '#tools/programs/watched'
import { local } from '#tools/site/local'

/**
 * `npm run backup -- --to FOLDER [--remote [--env staging]]`: copies the site's rows, files and settings into
 * a folder, one run at a time. Files of earlier backups there aren't fetched again. `--only-catch-up` records
 * only the erasures, removals, blocks and bans, so that a restore doesn't undo them. docs/operating.md says
 * how often to run either.
 */
const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    remote: { type: 'boolean', default: false },
    env: { type: 'string' },
    'only-catch-up': { type: 'boolean', default: false },
    'other-site': { type: 'boolean', default: false },
    'went-back': { type: 'boolean', default: false },
  },
})
const { to, remote, env } = values
// Staging is at Cloudflare: taking the local site instead would be a silent mistake.
if (to === undefined || (env !== undefined && !remote)) {
  process.stderr.write(
    'Usage: npm run backup -- --to FOLDER [--remote [--env staging]] [--only-catch-up] [--other-site] [--went-back]\n',
  )
  process.exit(2)
}
runScript(async () => {
  const path = resolve(to)
  const options: BackupRun = {
    to: path,
    place: remote ? { environment: environmentNamed(env) } : { stateDir: local.stateDir },
    onlyCatchUp: values['only-catch-up'],
    otherSite: values['other-site'],
    wentBack: values['went-back'],
  }
  const work = (signal?: AbortSignal) =>
    runWatched('tools/backup/run-backup.ts', options, {
      name: options.onlyCatchUp ? 'catch-up' : 'backup',
      limit: stalledAfter,
      ...(signal && { signal }),
    })
  if (options.onlyCatchUp) {
    process.exitCode = await work()
    return
  }
  mkdirSync(path, { recursive: true, mode: 0o700 })
  process.exitCode = await whileLocked(path, work, () => deletePartial({ path }))
})
