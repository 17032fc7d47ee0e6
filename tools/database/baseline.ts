import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutRowid } from '#db/schema/without-rowid'
import { bins, run } from '../programs/process.ts'

/** Files of db/schema/ by the room whose migration has their tables, in the order of the migrations. */
const rooms: Record<string, string[]> = {
  shared: ['shared'],
  accounts: ['accounts'],
  payments: ['payments'],
  uploads: ['uploads'],
  videos: ['videos', 'comments', 'community', 'discovery', 'lists', 'statistics'],
  moderation: ['moderation'],
  site: ['site'],
  leaving: ['leaving'],
}

/** The first line of a migration's handwritten part. */
const byHand = '-- From here on by hand.'

const head = `-- Tables and indexes are written by \`npm run db:baseline\`, from db/schema/, down to the line "${byHand}"\n\n`

/**
 * Returns the files of the baseline by path. Each room's file has its tables and indexes as drizzle-kit
 * drafts them, with the handwritten part below them unchanged. The snapshot is the one that drizzle-kit
 * compares the schema with from the first release on.
 */
export async function baselineFiles(): Promise<Map<string, string>> {
  const { statements, snapshot } = await draft()
  const files = new Map<string, string>()
  const unplaced = new Set(statements.keys())
  const tags = Object.entries(rooms).map(([room, schemas], index) => {
    const tables = schemas.flatMap(tablesIn)
    for (const table of tables) unplaced.delete(table)
    const drafted = tables.map((table) => (statements.get(table) ?? []).join('\n'))
    const tag = `${String(index).padStart(4, '0')}_${room}`
    const path = `migrations/${tag}.sql`
    files.set(path, `${head}${drafted.join('\n\n')}\n${handWritten(path)}`)
    return tag
  })
  if (unplaced.size > 0)
    throw new Error(`No room in tools/database/baseline.ts has ${[...unplaced].join(', ')}.`)
  files.set(`migrations/meta/${tags.at(-1)?.slice(0, 4)}_snapshot.json`, snapshot)
  files.set('migrations/meta/_journal.json', journal(tags))
  return files
}

/** Returns the tables of a file of db/schema/, in its order. */
function tablesIn(schema: string): string[] {
  const text = readFileSync(`db/schema/${schema}.ts`, 'utf8')
  return [...text.matchAll(/sqliteTable\(\s*'(\w+)'/g)].map(([, name = '']) => name)
}

/** Returns drizzle-kit's draft of the whole schema: statements by table, and a snapshot. */
async function draft(): Promise<{ statements: Map<string, string[]>; snapshot: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'nocturne-baseline-'))
  try {
    await run(process.execPath, [
      bins.drizzleKit,
      'generate',
      '--dialect',
      'sqlite',
      '--schema',
      './db/schema/index.ts',
      '--out',
      folder,
      '--name',
      'baseline',
    ])
    const sql = readFileSync(join(folder, '0000_baseline.sql'), 'utf8')
    const snapshot = readFileSync(join(folder, 'meta/0000_snapshot.json'), 'utf8')
    return { statements: byTable(sql), snapshot: withStableId(snapshot) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function byTable(sql: string): Map<string, string[]> {
  const statements = new Map<string, string[]>()
  for (const piece of sql.split('--> statement-breakpoint')) {
    const statement = piece.trim()
    const [, table] = /^CREATE (?:TABLE|(?:UNIQUE )?INDEX \S+ ON) `(\w+)`/.exec(statement) ?? []
    if (table === undefined) throw new Error(`drizzle-kit drafted something else: ${statement}`)
    statements.set(table, [...(statements.get(table) ?? []), corrected(statement, table)])
  }
  return statements
}

/**
 * Returns a statement with corrections: WITHOUT ROWID, which drizzle can't express, and an indexed expression
 * without the quotes that drizzle-kit puts around its commas.
 */
function corrected(statement: string, table: string): string {
  if (statement.startsWith('CREATE TABLE'))
    return withoutRowid.has(table) ? statement.replace(/\);$/, ') WITHOUT ROWID;') : statement
  return statement.replace(/`([^`]*\([^`]*)`,`([^`]*\))`/g, '$1,$2')
}

/**
 * Gives a snapshot an ID made of its content: drizzle-kit's are random, but an equal schema must be an equal
 * file.
 */
function withStableId(snapshot: string): string {
  const { id: byChance, ...content } = JSON.parse(snapshot) as { id: string }
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const id = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')
  return snapshot.replace(/"id": "[^"]*"/, `"id": "${id}"`)
}

function journal(tags: readonly string[]): string {
  const entries = tags.map((tag, idx) => ({ idx, version: '6', when: 0, tag, breakpoints: true }))
  return `${JSON.stringify({ version: '7', dialect: 'sqlite', entries }, null, 2)}\n`
}

/**
 * Returns the part of a migration that isn't generated: triggers, the search index, the rows of an empty
 * site.
 */
function handWritten(path: string): string {
  if (!existsSync(path)) return ''
  const text = readFileSync(path, 'utf8')
  const at = text.indexOf(`\n${byHand}\n`)
  // D1 refuses a file that ends with a comment.
  return at === -1 || text.endsWith(`\n${byHand}\n`) ? '' : text.slice(at)
}
