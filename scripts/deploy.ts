import { readFileSync } from 'node:fs'
import { runChecks } from './lib/checks.ts'
import { wranglerEnv } from './lib/local.ts'
import { bins, start } from './lib/process.ts'
import { buildWeb } from './lib/steps.ts'

/** `npm run deploy`: checks, build, migrations, worker, in this order: a migration only adds, so the old worker copes. */
const toml = readFileSync('wrangler.toml', 'utf8')
if (/database_id = "0{8}-/.test(toml) || /\nid = "0{32}"/.test(toml)) {
  process.stderr.write(
    'wrangler.toml still names no database or no KV namespace of yours. See README, "Deploy".\n',
  )
  process.exit(1)
}
const { failed } = await runChecks()
if (failed > 0) process.exit(1)
await buildWeb()
await wrangler(['d1', 'migrations', 'apply', 'nocturne', '--remote'])
await wrangler(['deploy'])

async function wrangler(args: string[]): Promise<void> {
  const code = await start('wrangler', process.execPath, [bins.wrangler, ...args], { env: wranglerEnv }).exit
  if (code !== 0) process.exit(code ?? 1)
}
