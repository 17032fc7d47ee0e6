import { DatabaseSync } from 'node:sqlite'
import { migrationNames, migrations } from '../../database/migrations.ts'
import { type Definitions, readDefinitions, type Table } from '../definitions.ts'

export const migrationsTable = 'd1_migrations'

/** The table that wrangler notes migrations in, as it makes it. */
const migrationsDefinition = `CREATE TABLE ${migrationsTable}(
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT UNIQUE,
    applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

/** How a database's definitions compare with the migrations' own. */
export type Comparison = { difference: string } | { difference: null; own: Definitions }

/**
 * Compares definitions with those that the applied migrations make. Returns the first difference, or the
 * migrations' own: a restore uses only these, and no SQL from a backup.
 */
export async function compareDefinitions(
  found: Definitions,
  applied: readonly string[],
): Promise<Comparison> {
  const known = migrationNames()
  const other = applied.find((name) => !known.includes(name))
  if (other !== undefined) return { difference: `has the migration ${other}, which this version lacks` }
  const own = await ownDefinitions(applied)
  const [theirs, ours] = [namedIn(found), namedIn(own)]
  for (const name of new Set([...theirs.keys(), ...ours.keys()])) {
    const [their, our] = [theirs.get(name), ours.get(name)]
    if (our === undefined) return { difference: `has the ${name}, which the migrations don't make` }
    if (their === undefined) return { difference: `lacks the ${name}, which the migrations make` }
    if (their !== our) return { difference: `has another ${name} than the migrations make` }
  }
  return { difference: null, own }
}

async function ownDefinitions(applied: readonly string[]): Promise<Definitions> {
  const db = new DatabaseSync(':memory:')
  try {
    db.exec(migrationsDefinition)
    for (const sql of migrations(applied.toSorted())) db.exec(sql)
    return await readDefinitions(async (queries) => queries.map((query) => db.prepare(query).all()))
  } finally {
    db.close()
  }
}

/** Returns what is defined, each by its kind and name. Of wrangler's own table, only the columns count. */
function namedIn({ tables, virtual, indexes, triggers }: Definitions): Map<string, string> {
  const columnsOf = ({ columns }: Table) => columns.map(({ name }) => name).join(', ')
  const ofTables = tables.map((table): [string, string] => [
    `table ${table.name}`,
    table.name === migrationsTable ? columnsOf(table) : plain(table.sql),
  ])
  const others = [...virtual, ...indexes, ...triggers.map(({ sql }) => sql)]
  return new Map([...ofTables, ...others.map((sql): [string, string] => [titleOf(sql), plain(sql)])])
}

/** Returns the kind and the name of what a statement makes, such as "trigger videos_search_update". */
function titleOf(sql: string): string {
  const [, kind, name] =
    /^CREATE\s+(?:UNIQUE\s+|TEMP\s+)?(VIRTUAL\s+TABLE|INDEX|TRIGGER)\s+(?:IF\s+NOT\s+EXISTS\s+)?(["`[]?\w+)/i.exec(
      sql,
    ) ?? []
  if (kind === undefined || name === undefined) return `statement "${plain(sql).slice(0, 60)}"`
  return `${kind.toLowerCase().replace(/\s+/g, ' ')} ${name.replace(/\W/, '')}`
}

function plain(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim()
}
