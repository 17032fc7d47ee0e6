import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { all, namesOf, rowsOfEveryTable, withoutTriggers } from '../../support/backup/every-table'

type Row = Record<string, unknown>

/** The last migration of the baseline. */
const baseline = 'migrations/0007_leaving.sql'

/** Intended changes by later migrations to existing rows. */
const changed: string[] = []

const files = globSync('migrations/*.sql').sort()
const later = files.filter((name) => name > baseline).map((file) => readFileSync(file, 'utf8'))

/**
 * Applies migrations to a database of the baseline with rows in every table. Returns the columns whose values
 * have changed, and the tables that lost a row.
 */
function upgrade(migrations: string[]): string[] {
  const db = new DatabaseSync(':memory:')
  for (const file of files.filter((name) => name <= baseline)) db.exec(readFileSync(file, 'utf8'))
  for (const sql of withoutTriggers(db, rowsOfEveryTable(db))) db.exec(sql)
  const before = new Map(namesOf(db).map((name) => [name, rowsOf(db, name)]))
  expect([...before.values()].every((rows) => rows.length >= 2)).toBe(true)

  for (const sql of migrations) db.exec(sql)

  expect(all(db, 'pragma foreign_key_check')).toEqual([])
  expect(all(db, 'pragma integrity_check').map((row) => ({ ...(row as Row) }))).toEqual([
    { integrity_check: 'ok' },
  ])
  const differences = [...before].flatMap(([name, rows]) => differencesIn(db, name, rows))
  return [...new Set(differences)].sort()
}

it.skipIf(later.length === 0)(
  'a database of the baseline, with rows in every table, takes every later migration and loses nothing',
  () => {
    expect(upgrade(later)).toEqual(changed)
  },
)

it('this would tell what a migration loses', () => {
  const losing = [
    'alter table lists drop column closed_at',
    'update categories set position = position + 1',
    'delete from account_warnings',
  ]
  expect(upgrade([...later, 'alter table lists add colour text', ...losing])).toEqual(
    [...changed, 'account_warnings', 'categories.position', 'lists.closed_at'].sort(),
  )
})

/** Returns the columns whose values have changed; for a missing row, the table. */
function differencesIn(db: DatabaseSync, table: string, rows: Row[]): string[] {
  const columns = all<{ name: string; pk: number }>(db, `pragma table_info("${table}")`)
  const primary = columns.filter(({ pk }) => pk > 0)
  const keys = primary.length > 0 ? primary : columns
  const keyOf = (row: Row) => keys.map(({ name }) => row[name]).join()
  const after = new Map(rowsOf(db, table).map((row) => [keyOf(row), row]))
  return rows.flatMap((row) => {
    const now = after.get(keyOf(row))
    if (!now) return [table]
    return Object.keys(row).flatMap((name) =>
      isDeepStrictEqual(now[name], row[name]) ? [] : [`${table}.${name}`],
    )
  })
}

function rowsOf(db: DatabaseSync, table: string): Row[] {
  const statement = db.prepare(`select * from "${table}"`)
  statement.setReadBigInts(true)
  return statement.all()
}
