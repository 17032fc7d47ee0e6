import { readFileSync } from 'node:fs'
import { schemaLines, schemaQuery } from '../db/schema-lines.ts'
import { runChecks } from './lib/checks.ts'
import { runScript } from './lib/process.ts'
import { missingSecrets, productionFault } from './lib/production.ts'
import { buildWeb, queryD1, wrangler, wranglerAloud } from './lib/steps.ts'

type SchemaRow = Parameters<typeof schemaLines>[0][number]

/**
 * `npm run deploy`: checks, build, migrations, worker, in this order. Migrations only add, so the old worker
 * keeps working.
 */
async function main(): Promise<void> {
  const fault = productionFault(
    readFileSync('wrangler.toml', 'utf8'),
    readFileSync('.dev.vars.example', 'utf8'),
  )
  if (fault) throw new Error(`wrangler.toml ${fault}. See docs/deploy.md.`)
  await requireSecrets()
  const { faults } = await runChecks()
  if (faults.length > 0) throw new Error('The checks failed. Nothing was deployed.')
  await buildWeb()
  await wranglerAloud(['d1', 'migrations', 'apply', 'nocturne', '--remote'])
  await compareSchema()
  await wranglerAloud(['deploy'])
}

/** Cloudflare tells the names of secrets, and never a value: the worker judges those when it starts. */
async function requireSecrets(): Promise<void> {
  const output = await wrangler(['secret', 'list', '--format', 'json'])
  const stored = JSON.parse(output.slice(output.indexOf('['))) as { name: string }[]
  const missing = missingSecrets(
    readFileSync('.dev.vars.example', 'utf8'),
    stored.map(({ name }) => name),
  )
  if (missing.length > 0)
    throw new Error(`Set ${missing.join(', ')} with "npx wrangler secret put NAME". Nothing was deployed.`)
}

/** Refuses a database whose schema differs. A lost trigger would let counts drift, or worse. */
async function compareSchema(): Promise<void> {
  const rows = await queryD1<SchemaRow>('remote', schemaQuery)
  if (schemaLines(rows) === readFileSync('db/expected-schema.txt', 'utf8')) return
  throw new Error('The remote database is not what db/expected-schema.txt says. Nothing was deployed.')
}

runScript(main)
