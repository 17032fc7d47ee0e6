import { existsSync, globSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'
import { local, sandboxState, workerVars, wranglerEnv } from './local.ts'
import type { Phase } from './phases.ts'
import { bins, run } from './process.ts'

/** Throws an error that names every variable or secret that is missing or too short. */
export async function checkConfig(): Promise<void> {
  const { module } = await runnerImport<typeof import('../../worker/config.ts')>('./worker/config.ts')
  module.parseConfig(workerVars())
}

export function wrangler(args: string[]): Promise<string> {
  return run(process.execPath, [bins.wrangler, ...args], { env: wranglerEnv })
}

/** Applies the migrations that the local database lacks. */
export async function migrate(): Promise<void> {
  await wrangler(['d1', 'migrations', 'apply', 'nocturne', '--local', '--persist-to', local.stateDir])
}

/** Builds the web app unless the last build is newer than all of its sources. */
export async function buildWeb(): Promise<void> {
  // Written last, so an interrupted build doesn't count.
  const built = 'dist/built'
  const inputs = globSync(['web/**/*', 'contract/**/*', 'package-lock.json', 'vite.config.ts'])
  const newest = Math.max(...inputs.map((file) => statSync(file).mtimeMs))
  if (existsSync(built) && statSync(built).mtimeMs > newest) return
  // runnerImport leaves NODE_ENV at development, which would build React's slow and large half.
  const env = { ...process.env, NODE_ENV: 'production' }
  rmSync(built, { force: true })
  await run(process.execPath, [bins.vite, 'build', '--logLevel', 'warn'], { env })
  writeFileSync(built, '')
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
  const { module } = await runnerImport<typeof import('../../dev/seed/seed.ts')>('./dev/seed/seed.ts')
  const { stateDir } = local
  return module.seedLocal({ stateDir, sandboxState, vars: workerVars() })
}
