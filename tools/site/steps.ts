import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runnerImport } from 'vite'
import { buildWeb } from '#build/web/when-changed'
import { definitionsQuery, isOfThisBaseline } from '../database/migrations.ts'
import { bins, run, start } from '../programs/process.ts'
import type { Phase } from '../tests/phases.ts'
import { local, sandboxState, workerVars, wranglerEnv } from './local.ts'

/** Throws an error that names every variable or secret that is missing or too short. */
export async function checkConfig(): Promise<void> {
  const { module } = await runnerImport<typeof import('#worker/config')>('./worker/config.ts')
  module.parseConfig(workerVars())
}

/** Runs wrangler and returns what it prints. */
export function wrangler(args: string[]): Promise<string> {
  return run(process.execPath, [bins.wrangler, ...args], { env: wranglerEnv })
}

/**
 * Runs wrangler for someone who reads along, and returns the ID of the version that it uploaded, if any. Throws with
 * Cloudflare's code where it refuses.
 */
export async function wranglerAloud(
  args: string[],
  more: Record<string, string> = {},
): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'nocturne-wrangler-'))
  const notes = join(folder, 'notes')
  try {
    const env = { ...wranglerEnv, ...more, WRANGLER_OUTPUT_FILE_PATH: notes }
    const code = await start('wrangler', process.execPath, [bins.wrangler, ...args], { env }).exit
    const noted = existsSync(notes) ? readFileSync(notes, 'utf8') : ''
    if (code === 0) return /"version_id":"([\w-]+)"/.exec(noted)?.[1] ?? null
    const [, refusal] = /"code":(\d+)/.exec(noted) ?? []
    throw new Error(`wrangler ${args[0]} ended with ${code}${refusal ? ` (code ${refusal})` : ''}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Runs SQL on the local database or on the remote one, and returns the rows of its first statement. Arguments that
 * name another environment go to wrangler.
 */
export async function queryD1<Row>(
  where: 'local' | 'remote',
  sql: string,
  environment: string[] = [],
): Promise<Row[]> {
  const place = where === 'local' ? ['--local', '--persist-to', local.stateDir] : ['--remote']
  const output = await wrangler([
    'd1',
    'execute',
    'DB',
    ...place,
    ...environment,
    '--json',
    '--command',
    sql,
  ]).catch((error: Error) => {
    // All of the SQL comes before it.
    const [, text] = /"text": ("(?:[^"\\]|\\.)*")/.exec(error.message) ?? []
    throw text ? new Error(JSON.parse(text)) : error
  })
  // Notes of wrangler's may come first.
  const [first] = JSON.parse(output.slice(output.indexOf('['))) as { results: Row[] }[]
  return first?.results ?? []
}

/** Applies the migrations that the local database lacks. Throws where it was made by another baseline of them. */
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

/** Fills an empty local database with the demo content, or adds what an older one lacks. */
export async function seed() {
  const { module } = await runnerImport<typeof import('#dev/seed/seed')>('./dev/seed/seed.ts')
  const { stateDir } = local
  return module.seedLocal({ stateDir, sandboxState, vars: workerVars() })
}
