import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runScript } from './lib/process.ts'
import { queryD1 } from './lib/steps.ts'

/**
 * `npm run search-index -- drop [--local]`: drops the index of searches with its triggers, since `wrangler d1 export`
 * refuses a database with a virtual table. Searches fail until it is built again: turn maintenance mode on before.
 *
 * `npm run search-index -- build [--local]`: makes the index again, from the videos that are public now.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { local: { type: 'boolean' } } })
const where = values.local ? 'local' : 'remote'
/** Videos of one statement, which has half a minute on D1. */
const slice = 2000

const verbs: Record<string, () => Promise<void>> = { drop, build }
const verb = verbs[positionals[0] ?? '']
if (!verb) {
  process.stderr.write('Usage: npm run search-index -- drop|build [--local]\n')
  process.exit(2)
}
runScript(verb)

/** What the migration makes: the table and the triggers that keep it. */
function madeBy(): { name: string; sql: string }[] {
  return readFileSync('migrations/0025_discovery.sql', 'utf8')
    .split('--> statement-breakpoint')
    .flatMap((sql) => {
      const [, name] = /CREATE (?:VIRTUAL TABLE|TRIGGER) (video_search|videos_search_\w+)/.exec(sql) ?? []
      return name ? [{ name, sql: sql.replace(/^\s*--.*$/gm, '').trim() }] : []
    })
}

async function drop(): Promise<void> {
  const names = madeBy().map(({ name }) => name)
  const triggers = names.filter((name) => name !== 'video_search')
  await queryD1(
    where,
    [...triggers.map((name) => `DROP TRIGGER IF EXISTS ${name}`), 'DROP TABLE IF EXISTS video_search'].join(
      '; ',
    ),
  )
  process.stdout.write('The search index is gone. Build it again with: npm run search-index -- build\n')
}

async function build(): Promise<void> {
  await drop()
  for (const { sql } of madeBy()) await queryD1(where, sql)
  const [newest] = await queryD1<{ id: number }>(where, 'SELECT coalesce(max(id), 0) AS id FROM videos')
  const last = newest?.id ?? 0
  for (let from = 0; from < last; from += slice) {
    // The trigger writes what is public.
    await queryD1(where, `UPDATE videos SET tags = tags WHERE id > ${from} AND id <= ${from + slice}`)
    process.stdout.write(`${Math.min(from + slice, last)} of ${last}\n`)
  }
}
