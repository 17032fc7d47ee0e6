import { Column, getTableColumns, is, SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './client'

/** Value of each column of a new row, by name: of its type, or an expression over the rows that are read. */
export type RowFrom<T extends SQLiteTable> = {
  [Name in keyof T['$inferInsert']]: T['$inferInsert'][Name] | SQL | AnySQLiteColumn
}

/**
 * Inserts a row for each of `rows`, a select from `from` or `where` on. Replaces drizzle's `INSERT … SELECT`,
 * which goes by column order: two columns of one type could swap without an error.
 */
export function insertFrom<T extends SQLiteTable>(db: Db, table: T, row: RowFrom<T>, rows: SQL) {
  const given: Record<string, unknown> = row
  const values = Object.entries(getTableColumns(table)).map(([name, column]) =>
    inSql(given[name] === undefined ? column.default : given[name], column),
  )
  return db.insert(table).select(sql`select ${sql.join(values, sql`, `)} ${rows}`)
}

/** Nulls are written as literals, since D1 takes a hundred parameters at most. */
function inSql(value: unknown, column: Column): SQL {
  if (is(value, SQL) || is(value, Column)) return sql`${value}`
  return value === undefined || value === null ? sql`null` : sql`${sql.param(value, column)}`
}
