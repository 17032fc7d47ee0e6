import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runnerImport } from 'vite'
import { buildWeb } from '#build/web/build-once'
import { definitionsQuery, isOfThisBaseline } from '../database/migrations.ts'
import { wrangler } from '../programs/wrangler.ts'
import type { Phase } from '../tests/phases.ts'
import { local, sandboxState, workerVars } from './local.ts'

/** Throws an error that names every variable or secret that is missing or too short. */
export async function checkConfig(): Promise<void> {
  const { module } = await runnerImport<typeof import('#worker/config')>('./worker/config.ts')
  module.parseConfig(workerVars())
}

/** Applies the migrations that the local database lacks. Throws if another baseline made the database. */
export async function migrate(): Promise<void> {
  refuseOtherBaseline()
  await wrangler(['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', local.stateDir])
}

function refuseOtherBaseline(): void {
  const [file] = globSync(join(local.stateDir, 'v3/d1/miniflare-D1DatabaseObject/[0-9a-f]*.sqlite'))
  if (file === undefined) return
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const all = (sql: string) => db.prepare(sql).all() as Record<string, string>[]
    const isMigrated = all(`select name from sqlite_master where name = 'd1_migrations'`).length > 0
    const applied = isMigrated ? all('select name from d1_migrations').map(({ name = '' }) => name) : []
    if (
      isOfThisBaseline(
        applied,
        all(definitionsQuery).map(({ sql = '' }) => sql),
      )
    )
      return
  } finally {
    db.close()
  }
  const within = relative('', local.stateDir)
  const folder = within.startsWith('..') ? local.stateDir : within
  throw new Error(
    `The site in ${folder} was made by an earlier baseline of the migrations, which may change until version 1.0.0-rc.1. To begin again with an empty one, delete the folder: rm -rf ${folder}`,
  )
}

export const build: Phase = {
  name: 'Build',
  run: async () => {
    await buildWeb()
    return { passed: 0, faults: [] }
  },
}

/** Fills an empty local database with the demo content, or adds the parts that an older one lacks. */
export async function seed() {
  const { module } = await runnerImport<typeof import('#dev/seed/seed')>('./dev/seed/seed.ts')
  const { stateDir } = local
  return module.seedLocal({ stateDir, sandboxState, vars: workerVars() })
}
