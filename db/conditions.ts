import { and, type SQL, sql } from 'drizzle-orm'

declare const brand: unique symbol

/**
 * A condition in SQL: what a `where`, an `and`, a `not` or another statement's template takes. It holds or doesn't hold of
 * rows, in the database. Here it is an object, so that a test of it in code is always true.
 *
 * Its name is therefore never a question (`isOpen`, `mayLeave`, `reportIsOpen`). What makes a condition, or is one at the
 * top of a module, begins with `where` and says what the rows are that it keeps: `whereReportOpen(id)`, `wherePublic`.
 * Within a function an adjective or a participle does (`undecided`, `free`); the condition that a whole batch carries is
 * `onlyIf`. `lint/conditions.grit` holds the code to that.
 *
 * What drizzle's operators make for one query alone, such as the optional ranges of a list, stays `SQL | undefined`.
 */
export type Condition = SQL & { readonly [brand]: true }

/** Declares a fragment to be a condition. */
export function condition(fragment: SQL): Condition {
  return fragment as Condition
}

/** Returns drizzle's `and` of them; never undefined, since there is one at least. */
export function allOf(...conditions: [SQL, ...(SQL | undefined)[]]): Condition {
  return condition(and(...conditions) as SQL)
}

/** Holds whatever the rows are: the condition of what depends on nothing. */
export const always = condition(sql`true`)
