import { type Column, type GetColumnData, getTableName, gte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Condition, condition } from '../../conditions'

// Index hints, so that a page of a list reads only the rows it shows.

/** The way in which a list finds its rows: along the index that leaves the fewest to scan. */
export interface IndexHint {
  /** Null: the table itself, by its rowid. */
  index: string | null
  /** Filter that the index serves. */
  indexed: SQL | undefined
  /** Filter that the rows found are tested for. */
  rest: SQL | undefined
}

/**
 * Returns a table with an index hint: this index, or none. Without a hint SQLite may go along the rowid, past
 * all the rows that the list leaves out.
 */
export function indexedBy(table: SQLiteTable, index: string | null): SQL {
  return sql.raw(`"${getTableName(table)}" ${index === null ? 'not indexed' : `indexed by "${index}"`}`)
}

/**
 * Returns columns as expressions: drizzle qualifies plain columns by their table, which `… indexed by …`
 * hides.
 */
export function expressions<Columns extends Record<string, Column>>(given: Columns) {
  const entries = Object.entries(given).map(([name, column]) => [name, sql`${column}`.mapWith(column)])
  return Object.fromEntries(entries) as { [Name in keyof Columns]: SQL<GetColumnData<Columns[Name]>> }
}

/**
 * Holds for texts with a prefix. A range instead of LIKE: it uses the index, and the text has no wildcards.
 * `after` is the end of the page before, which may come before the prefix if a list sorts by two columns.
 * SQLite uses one lower bound, so this is the greater, in SQLite's own text order, of the prefix and of
 * `after` with a NUL appended, its successor.
 */
export function whereBeginsWith(column: Column, text: string, after?: string): Condition {
  const from = after === undefined ? gte(column, text) : sql`${column} >= max(${text}, ${after} || char(0))`
  return condition(sql`(${from} and ${column} < ${`${text}\u{10ffff}`})`)
}
