import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { schemaQuery } from '#db/schema-lines'

/** Names of the migrations, in order. */
export function migrationNames(): string[] {
  return globSync('migrations/*.sql')
    .map((file) => basename(file))
    .sort()
}

/** Returns the SQL of migrations: all of them make the database of an empty site. */
export function migrations(names: readonly string[] = migrationNames()): string[] {
  return names.map((name) => readFileSync(`migrations/${name}`, 'utf8'))
}

/** Returns the database of an empty site; in memory by default. */
export function migratedDatabase(path = ':memory:'): DatabaseSync {
  const db = new DatabaseSync(path)
  for (const sql of migrations()) db.exec(sql)
  return db
}

/**
 * Query for the SQL of everything that migrations make, without the tables that SQLite makes for the search
 * index.
 */
export const definitionsQuery = `select sql from (${schemaQuery})
  where name not in (select name from pragma_table_list where type = 'shadow')`

/**
 * Tells whether a database was made by the current migrations: by all of them, or by the first few. Until the
 * first release, their baseline may change. `definitions` are the results of `definitionsQuery` in it.
 */
export function isOfThisBaseline(applied: readonly string[], definitions: readonly string[]): boolean {
  const known = migrationNames()
  if (!applied.every((name) => known.includes(name))) return false
  const db = new DatabaseSync(':memory:')
  for (const sql of migrations(applied.toSorted())) db.exec(sql)
  const made = db.prepare(definitionsQuery).all() as { sql: string }[]
  const plain = (all: readonly string[]) =>
    JSON.stringify(all.map((sql) => sql.replace(/\s+/g, ' ').trim()).sort())
  return plain(made.map(({ sql }) => sql)) === plain(definitions)
}
