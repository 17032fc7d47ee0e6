import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { all, namesOf, rowsOfEveryTable, withoutTriggers } from '../../support/backup/every-table'

type Row = Record<string, unknown>

/** The last migration of the first release. */
const firstRelease = 'migrations/0003_ladder.sql'

/** What later migrations change in rows that are there, on purpose. */
const changed = [
  // From powers of two to the round numbers that the form shows: 0010.
  'settings.max_upload_bytes',
  'settings.quota_bytes',
  // Terms from before there were payments, which nobody had paid for: 0005.
  'subscriptions',
]

it('a database of the first release, with rows in every table, takes every later migration and loses nothing', () => {
  const db = new DatabaseSync(':memory:')
  const files = globSync('migrations/*.sql').sort()
  for (const file of files.filter((name) => name <= firstRelease)) db.exec(readFileSync(file, 'utf8'))
  for (const sql of withoutTriggers(db, rowsOfEveryTable(db))) db.exec(sql)
  const before = new Map(namesOf(db).map((name) => [name, all<Row>(db, `select * from "${name}"`)]))
  expect([...before.values()].every((rows) => rows.length >= 2)).toBe(true)

  for (const file of files.filter((name) => name > firstRelease)) db.exec(readFileSync(file, 'utf8'))

  const differences = [...before].flatMap(([name, rows]) => differencesIn(db, name, rows))
  expect([...new Set(differences)].sort()).toEqual(changed)
  expect(all(db, 'pragma foreign_key_check')).toEqual([])
  expect(all(db, 'pragma integrity_check').map((row) => ({ ...(row as Row) }))).toEqual([
    { integrity_check: 'ok' },
  ])
})

/** Returns the columns whose values aren't what they were, or the table for a row that is gone. */
function differencesIn(db: DatabaseSync, table: string, rows: Row[]): string[] {
  const keys = all<{ name: string; pk: number }>(db, `pragma table_info("${table}")`).filter(
    ({ pk }) => pk > 0,
  )
  const keyOf = (row: Row) => JSON.stringify(keys.map(({ name }) => row[name]))
  const after = new Map(all<Row>(db, `select * from "${table}"`).map((row) => [keyOf(row), row]))
  return rows.flatMap((row) => {
    const now = after.get(keyOf(row))
    if (!now) return [table]
    return Object.keys(row).flatMap((name) =>
      JSON.stringify(now[name]) === JSON.stringify(row[name]) ? [] : [`${table}.${name}`],
    )
  })
}
