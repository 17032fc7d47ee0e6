import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { openSite, varsAt } from '#tools/backup/open-site'
import {
  catchUpSite,
  type Product,
  type Restored,
  type RestoreOptions,
  restoreSite,
} from '#tools/backup/restore-site'
import { migrationNames } from '#tools/database/migrations'
import { environmentArgs, environmentNamed } from '#tools/deploy/environment'
import { runScript } from '#tools/programs/process'
import { wrangler } from '#tools/programs/wrangler'
import { ensureSecrets, local, workerVars } from '#tools/site/local'
import { migrate } from '#tools/site/steps'

/**
 * `npm run restore -- --from FOLDER [--backup ID] [--catch-up ID] [--remote [--env staging]]`: restores the
 * newest backup of a folder, or another one, into a site that was never used. The newest catch-up, or another
 * one, then repeats all erasures, removals, blocks and bans since. `--only-catch-up` applies that alone,
 * after Time Travel. The site is in maintenance mode until someone turns that off. docs/operating.md says
 * what to do before and after.
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
  },
})
const { from, backup, remote, env } = values
if (from === undefined || (env !== undefined && !remote)) {
  process.stderr.write(
    'Usage: npm run restore -- --from FOLDER [--backup ID] [--catch-up ID] [--only-catch-up] [--remote [--env staging]] [--other-site]\n',
  )
  process.exit(2)
}
/** Most names of missing or damaged files that are printed; Storage Management has the rest. */
const namedAtMost = 20

runScript(async () => {
  const environment = environmentNamed(env)
  if (!remote) ensureSecrets()
  const { module: product } = await runnerImport<Product>('./tools/backup/product.ts')
  const site = await openSite(remote ? { environment } : { stateDir: local.stateDir })
  try {
    const options: RestoreOptions = {
      id: backup,
      catchUp: values['catch-up'],
      otherSite: values['other-site'],
      product,
      now: Date.now(),
      say,
      vars: remote ? varsAt(environment, readFileSync('.dev.vars.example', 'utf8')) : workerVars(),
      migrations: migrationNames(),
      migrate: remote
        ? async () =>
            void (await wrangler([
              'd1',
              'migrations',
              'apply',
              'DB',
              '--remote',
              ...environmentArgs(environment),
            ]))
        : migrate,
    }
    if (values['only-catch-up']) sayRest(await catchUpSite(site, from, options))
    else print(await restoreSite(site, from, options))
  } finally {
    await site.close()
  }
})

function print({ tables, objects, missing, caughtUp }: Restored): void {
  const width = Math.max(...tables.map(({ name }) => name.length))
  const line = (name: string, ...cells: (string | number)[]) =>
    say([name.padEnd(width), ...cells.map((cell) => String(cell).padStart(10))].join('  '))
  line('table', 'copied', 'restored', 'left out', 'equal')
  for (const { name, rows, restored, leftOut, isEqual } of tables)
    line(name, rows, restored, leftOut, isEqual ? 'yes' : 'no')
  line(
    'files',
    objects.count + objects.damaged.length,
    objects.count,
    objects.damaged.length,
    objects.damaged.length === 0 ? 'yes' : 'no',
  )
  say(`${objects.unnamed} files that belong to nothing were left out.`)
  name('These files of the backup are damaged', objects.damaged)
  if (tables.some(({ isEqual }) => !isEqual) || objects.damaged.length > 0) process.exitCode = 1
  sayRest({ missing, caughtUp })
}

function sayRest({ missing, caughtUp }: Pick<Restored, 'missing' | 'caughtUp'>): void {
  say(
    `Since then: ${caughtUp.erased} accounts erased again, ${caughtUp.deleted} videos deleted, ${caughtUp.hidden} hidden or released.`,
  )
  name('These files are missing', missing)
  say('The site is in maintenance mode. Look at it, then turn that off in Site Settings.')
  if (missing.length > 0) process.exitCode = 1
}

function name(what: string, keys: string[]): void {
  if (keys.length === 0) return
  const more = keys.length > namedAtMost ? `, and ${keys.length - namedAtMost} more` : ''
  say(`${what}: ${keys.slice(0, namedAtMost).join(', ')}${more}. Storage Management lists what is missing.`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
