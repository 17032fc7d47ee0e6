import { readFileSync } from 'node:fs'
import { schemaLines, schemaQuery } from '../db/schema-lines.ts'
import { runChecks } from './lib/checks.ts'
import { wranglerEnv } from './lib/local.ts'
import { bins, start } from './lib/process.ts'
import { buildWeb, wrangler as query } from './lib/steps.ts'

type SchemaRow = Parameters<typeof schemaLines>[0][number]

/**
 * `npm run deploy`: checks, build, migrations, worker, in this order. Migrations only add, so the old worker
 * keeps working.
 */
const toml = readFileSync('wrangler.toml', 'utf8')
if (/database_id = "0{8}-/.test(toml) || /\nid = "0{32}"/.test(toml)) {
  refuse('names no database or no KV namespace of yours')
}
// With ENVIRONMENT set to local, every caller can set the clock, and so use expired sessions and URLs.
if (!/^ENVIRONMENT = "production"$/m.test(toml)) refuse('has an ENVIRONMENT other than "production"')
if (!/^SITE_ORIGIN = "https:\/\//m.test(toml)) refuse('has a SITE_ORIGIN that is not an https address')
const { faults } = await runChecks()
if (faults.length > 0) process.exit(1)
await buildWeb()
await wrangler(['d1', 'migrations', 'apply', 'nocturne', '--remote'])
await compareSchema()
await wrangler(['deploy'])

/** Refuses a database whose schema differs. A lost trigger would let counts drift, or worse. */
async function compareSchema(): Promise<void> {
  const output = await query(['d1', 'execute', 'nocturne', '--remote', '--json', '--command', schemaQuery])
  const [answer] = JSON.parse(output.slice(output.indexOf('['))) as { results: SchemaRow[] }[]
  if (schemaLines(answer?.results ?? []) === readFileSync('db/expected-schema.txt', 'utf8')) return
  process.stderr.write('The remote database is not what db/expected-schema.txt says. Nothing was deployed.\n')
  process.exit(1)
}

function refuse(fault: string): never {
  process.stderr.write(`wrangler.toml ${fault}. See docs/deploy.md.\n`)
  process.exit(1)
}

async function wrangler(args: string[]): Promise<void> {
  const code = await start('wrangler', process.execPath, [bins.wrangler, ...args], { env: wranglerEnv }).exit
  if (code !== 0) process.exit(code ?? 1)
}
