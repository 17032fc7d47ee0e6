import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { emptySiteScripts, migratedDatabase } from '../../../scripts/lib/migrated-database'

/** Returns all that is in a database: its schema, its rows, and the last ID where none is given twice. */
function contentOf(db: DatabaseSync) {
  const schema = db.prepare('select type, name, tbl_name, sql from sqlite_master order by type, name').all()
  const tables = schema.filter(({ type, name }) => type === 'table' && name !== 'sqlite_sequence')
  const rows = tables.map(({ name }) => [name, db.prepare(`select * from "${name}"`).all()])
  // SQLite has no line for a table that never had a row, or one that says 0.
  const lastIds = db.prepare('select name, seq from sqlite_sequence where seq > 0 order by name').all()
  return { schema, rows, lastIds }
}

it('makes an empty site by scripts as the migrations make it', () => {
  const made = new DatabaseSync(':memory:')
  for (const script of emptySiteScripts()) made.exec(script)
  expect(contentOf(made)).toEqual(contentOf(migratedDatabase()))
})
