import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Returns the SQL of each migration, in order: together they make the database of an empty site. */
export function migrations(): string[] {
  return globSync('migrations/*.sql')
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
}

/** Returns the database of an empty site; in memory by default. */
export function migratedDatabase(path = ':memory:'): DatabaseSync {
  const db = new DatabaseSync(path)
  for (const sql of migrations()) db.exec(sql)
  return db
}
