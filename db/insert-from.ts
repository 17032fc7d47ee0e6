import { Column, getTableColumns, is, SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './client'

/** What each column of a new row gets, by name: a value of its type, or an expression over the rows that are read. */
export type RowFrom<T extends SQLiteTable> = {
  [Name in keyof T['$inferInsert']]: T['$inferInsert'][Name] | SQL | AnySQLiteColumn
}

/**
 * Inserts a row for each of `rows`, which is the rest of a select from `from` or `where` on. The one `INSERT … SELECT`:
 * drizzle's own goes by the order of the table, in which two columns of a type change places without an error.
 */
export function insertFrom<T extends SQLiteTable>(db: Db, table: T, row: RowFrom<T>, rows: SQL) {
  const given: Record<string, unknown> = row
  const values = Object.entries(getTableColumns(table)).map(([name, column]) =>
    inSql(given[name] === undefined ? column.default : given[name], column),
  )
  return db.insert(table).select(sql`select ${sql.join(values, sql`, `)} ${rows}`)
}

/** A null is written out, since D1 takes a hundred parameters at most. */
function inSql(value: unknown, column: Column): SQL {
  if (is(value, SQL) || is(value, Column)) return sql`${value}`
  return value === undefined || value === null ? sql`null` : sql`${sql.param(value, column)}`
}
