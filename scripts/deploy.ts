import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildWeb } from '#build/web/build-once'
import { runChecks } from '#tools/checks/list'
import { queryD1 } from '#tools/database/query'
import { environmentNamed } from '#tools/deploy/environment'
import { stepsOf, visitVersion, type World } from '#tools/deploy/steps'
import { runScript } from '#tools/programs/process'
import { wrangler, wranglerAloud } from '#tools/programs/wrangler'

/**
 * `npm run deploy [-- --env staging] [--dry-run] [--gradual] [--forget-builds]`: brings the site from any
 * state to this version. `--dry-run` prints the steps and does nothing, not even ask. `--visit VERSION` only
 * visits the site, with a version that was uploaded with `--gradual`. docs/deploy.md explains each.
 */
const { values } = parseArgs({
  options: {
    env: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    gradual: { type: 'boolean', default: false },
    'forget-builds': { type: 'boolean', default: false },
    visit: { type: 'string' },
  },
})

const world: World = {
  wrangler,
  // For scripts/build.ts, which wrangler runs before an upload.
  wranglerAloud: (args) => wranglerAloud(args, { DEPLOYING: 'true' }),
  queryD1: (sql, environment) => queryD1('remote', sql, environment),
  get: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(30_000) }),
  read: (file) => readFileSync(file, 'utf8'),
  write: (file, text) => writeFileSync(file, text),
  rename: (from, to) => {
    rmSync(to, { recursive: true, force: true })
    renameSync(from, to)
  },
  check: async () => {
    const { faults } = await runChecks()
    if (faults.length > 0) throw new Error('The checks failed. Nothing was deployed.')
  },
  build: buildWeb,
  say: (text) => process.stdout.write(`${text}\n`),
  folders: { from: 'dist/web', to: 'dist/deploy' },
  pause: 3000,
}

runScript(async () => {
  const environment = environmentNamed(values.env)
  if (values.visit !== undefined) return visitVersion(environment, values.visit, world)
  const wishes = { environment, gradual: values.gradual, forgetBuilds: values['forget-builds'] }
  for (const [index, { what, commands, run }] of stepsOf(wishes, world).entries()) {
    world.say(`${index + 1}. ${what}`)
    for (const command of values['dry-run'] ? commands : []) world.say(`   ${command}`)
    if (!values['dry-run']) await run()
  }
})
