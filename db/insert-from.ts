import { Column, getTableColumns, getTableName, is, SQL, sql } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './client'

/**
 * Value of each column of a new row, by name: of the column's type, or an expression over the rows that are
 * read.
 */
export type RowFrom<T extends SQLiteTable> = {
  [Name in keyof T['$inferInsert']]: T['$inferInsert'][Name] | SQL | AnySQLiteColumn
}

/**
 * Inserts a row for each of `rows`, a select without its columns, from `from` or `where` on. Replaces
 * drizzle's `INSERT … SELECT`, which goes by column order: two columns of one type could be swapped without
 * an error. Throws for an unknown column, and for a missing one that has no default.
 */
export function insertFrom<T extends SQLiteTable>(db: Db, table: T, row: RowFrom<T>, rows: SQL) {
  const given: Record<string, unknown> = row
  const columns = getTableColumns(table)
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(columns, name))
  if (unknown !== undefined) throw new Error(`${getTableName(table)} has no column ${unknown}`)
  const values = Object.entries(columns).map(([name, column]) =>
    inSql(given[name] === undefined ? defaultOf(column) : given[name], column),
  )
  return db.insert(table).select(sql`select ${sql.join(values, sql`, `)} ${rows}`)
}

/**
 * Returns a column's default if it is a value or SQL; a value that drizzle or SQLite would compute has to be
 * given.
 */
function defaultOf(column: Column): unknown {
  const isComputed = column.defaultFn || column.onUpdateFn || column.generated
  if (isComputed || (column.notNull && !column.hasDefault))
    throw new Error(`${getTableName(column.table)}.${column.name} has no value`)
  return column.default
}

/** Nulls are written as literals, since D1 takes a hundred parameters at most. */
function inSql(value: unknown, column: Column): SQL {
  if (is(value, SQL) || is(value, Column)) return sql`${value}`
  return value === undefined || value === null ? sql`null` : sql`${sql.param(value, column)}`
}
