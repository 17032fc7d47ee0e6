import type { DatabaseSync } from 'node:sqlite'
import { migratedDatabase } from '#tools/database/migrations'
import { sample, seeded } from './samples.ts'

/** Enough to make the first page of each index negligible. */
const rowsOfTable = 10_000
/** Tables of few rows, whose size says nothing. */
const few = 1000

export interface RowSize {
  /** Bytes of a row with its entries in all indexes; null for a table that never has many. */
  bytes: number | null
  indexes: number
}

/**
 * Returns the bytes of a row of each table. Fills a scratch database with samples in the order of time, and
 * asks SQLite for the pages of each table and its indexes.
 */
export function measureRows(): Map<string, RowSize> {
  const db = migratedDatabase()
  db.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on')
  for (const { name } of namesOf(db, 'trigger')) db.exec(`drop trigger ${name}`)
  const tables = namesOf(db, 'table').map(({ name }) => name)
  return new Map(
    tables.filter((name) => !/^sqlite_|_search_/.test(name)).map((name) => [name, measure(db, name)]),
  )
}

function measure(db: DatabaseSync, table: string): RowSize {
  fill(db, table)
  const { rows } = db.prepare(`select count(*) as rows from ${table}`).get() as { rows: number }
  // The pages of the search index are in tables of its own.
  const { bytes, indexes } = db
    .prepare(
      `select sum(pgsize) as bytes, count(distinct case when s.type = 'index' then s.name end) as indexes
        from sqlite_master s join dbstat d on d.name = s.name
        where s.tbl_name = ?1 or s.tbl_name like ?1 || '\\_%' escape '\\' and ?1 = 'video_search'`,
    )
    .get(table) as { bytes: number; indexes: number }
  return { bytes: rows < few ? null : Math.round(bytes / rows), indexes }
}

function fill(db: DatabaseSync, table: string): void {
  const columns = db.prepare(`pragma table_info(${table})`).all() as unknown as {
    name: string
    type: string
    notnull: number
    pk: number
  }[]
  const chance = seeded(table)
  const ownKey = columns.filter(({ pk }) => pk > 0).length === 1
  const insert = db.prepare(
    `insert or ignore into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
      values (${columns.map(() => '?').join(', ')})`,
  )
  db.exec('begin')
  for (let row = 0; row < rowsOfTable; row += 1)
    insert.run(
      ...columns.map(({ name, type, notnull, pk }) =>
        pk > 0 && ownKey && type === 'INTEGER'
          ? row + 1
          : sample({ table, name, type, isNullable: notnull === 0 && pk === 0 }, row, chance),
      ),
    )
  db.exec('commit')
}

function namesOf(db: DatabaseSync, type: 'table' | 'trigger') {
  return db.prepare('select name from sqlite_master where type = ? order by name').all(type) as {
    name: string
  }[]
}
