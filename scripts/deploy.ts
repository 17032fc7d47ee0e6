import { readFileSync } from 'node:fs'
import { schemaLines, schemaQuery } from '../db/schema-lines.ts'
import { runChecks } from './lib/checks.ts'
import { runScript } from './lib/process.ts'
import { buildWeb, queryD1, wranglerAloud } from './lib/steps.ts'

type SchemaRow = Parameters<typeof schemaLines>[0][number]

/**
 * `npm run deploy`: checks, build, migrations, worker, in this order. Migrations only add, so the old worker
 * keeps working.
 */
async function main(): Promise<void> {
  requireProduction(readFileSync('wrangler.toml', 'utf8'))
  const { faults } = await runChecks()
  if (faults.length > 0) throw new Error('The checks failed. Nothing was deployed.')
  await buildWeb()
  await wranglerAloud(['d1', 'migrations', 'apply', 'nocturne', '--remote'])
  await compareSchema()
  await wranglerAloud(['deploy'])
}

function requireProduction(toml: string): void {
  if (/database_id = "0{8}-/.test(toml) || /\nid = "0{32}"/.test(toml)) {
    refuse('names no database or no KV namespace of yours')
  }
  // With ENVIRONMENT set to local, every caller can set the clock, and so use expired sessions and URLs.
  if (!/^ENVIRONMENT = "production"$/m.test(toml)) refuse('has an ENVIRONMENT other than "production"')
  if (!/^SITE_ORIGIN = "https:\/\//m.test(toml)) refuse('has a SITE_ORIGIN that is not an https address')
}

function refuse(fault: string): never {
  throw new Error(`wrangler.toml ${fault}. See docs/deploy.md.`)
}

/** Refuses a database whose schema differs. A lost trigger would let counts drift, or worse. */
async function compareSchema(): Promise<void> {
  const rows = await queryD1<SchemaRow>('remote', schemaQuery)
  if (schemaLines(rows) === readFileSync('db/expected-schema.txt', 'utf8')) return
  throw new Error('The remote database is not what db/expected-schema.txt says. Nothing was deployed.')
}

runScript(main)
