import { type Column, type GetColumnData, getTableName, gte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Condition, condition } from '../../conditions'

// How lists go along an index, so that a page costs what it shows.

/** How a list finds what its filters ask for: along the index that leaves the least to look through. */
export interface Walk {
  /** Null walks the table itself. */
  index: string | null
  /** What the index holds to. */
  walked: SQL | undefined
  /** What each row of it is looked at for. */
  rest: SQL | undefined
}

/**
 * A table by this index and no other, or by none. Named, since SQLite, left to itself, may walk the rowid, past everything
 * that the list leaves out.
 */
export function indexedBy(table: SQLiteTable, index: string | null): SQL {
  return sql.raw(`"${getTableName(table)}" ${index === null ? 'not indexed' : `indexed by "${index}"`}`)
}

/** Columns as expressions: drizzle looks up the table of a plain column, and can't see that of `… indexed by …`. */
export function expressions<Columns extends Record<string, Column>>(given: Columns) {
  const entries = Object.entries(given).map(([name, column]) => [name, sql`${column}`.mapWith(column)])
  return Object.fromEntries(entries) as { [Name in keyof Columns]: SQL<GetColumnData<Columns[Name]>> }
}

/**
 * A range instead of LIKE: it uses the index, and nothing in the text is a wildcard. `after` is where the page before
 * ended, which may lie before all that begins so, where a list goes by two columns. SQLite uses one lower bound, so the
 * greater is taken, in its own order of texts: that with a NUL behind `after`, which is the next one, or the text.
 */
export function whereBeginsWith(column: Column, text: string, after?: string): Condition {
  const from = after === undefined ? gte(column, text) : sql`${column} >= max(${text}, ${after} || char(0))`
  return condition(sql`(${from} and ${column} < ${`${text}\u{10ffff}`})`)
}
