import { readFileSync } from 'node:fs'
import { runnerImport } from 'vite'
import { migrationNames } from '../database/migrations.ts'
import { type Environment, environmentArgs } from '../deploy/environment.ts'
import { doWatched } from '../programs/watched.ts'
import { wrangler } from '../programs/wrangler.ts'
import { ensureSecrets, local, workerVars } from '../site/local.ts'
import { migrate } from '../site/steps.ts'
import type { Choice } from './choose.ts'
import { openSite, silenceLocks, varsAt } from './open-site.ts'
import { findBackupKey } from './proof/seal.ts'
import { catchUpSite, type Product, type Restored, type RestoreOptions, restoreSite } from './restore-site.ts'

// The process that does the work of `npm run restore`, watched by scripts/restore.ts.

export interface RestoreRun extends Choice {
  from: string
  onlyCatchUp: boolean
  isRemote: boolean
  environment: Environment
  unverified: boolean
}

/** Most names of missing or damaged files that are printed; Storage Management has the rest. */
const namedAtMost = 20

doWatched<RestoreRun>(async ({ from, onlyCatchUp, isRemote, environment, ...chosen }) => {
  if (!isRemote) ensureSecrets()
  const key = findBackupKey(from)
  const { module: product } = await runnerImport<Product>('./tools/backup/product.ts')
  silenceLocks()
  const site = await openSite(isRemote ? { environment } : { stateDir: local.stateDir })
  try {
    const options: RestoreOptions = {
      ...chosen,
      key,
      product,
      now: Date.now(),
      say,
      vars: isRemote ? varsAt(environment, readFileSync('.dev.vars.example', 'utf8')) : workerVars(),
      migrations: migrationNames(),
      migrate: isRemote
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
    if (onlyCatchUp) sayRest(await catchUpSite(site, from, options))
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
