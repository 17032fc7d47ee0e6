import { and, type SQL, sql } from 'drizzle-orm'

declare const brand: unique symbol

/**
 * A condition in SQL, for a `where`, an `and`, a `not` or another statement's template. The database
 * evaluates it per row. In code it is an object, so testing it there is always true.
 *
 * Its name is therefore never a question (`isOpen`, `mayLeave`, `reportIsOpen`). Functions that return a
 * condition, and conditions at the top of a module, begin with `where` and name the rows they keep:
 * `whereReportOpen(id)`, `wherePublic`. Within a function an adjective or participle will do (`undecided`,
 * `free`); the condition carried by a whole batch is `onlyIf`. `lint/conditions.grit` enforces this.
 *
 * A condition composed from drizzle's operators for one query alone, such as the optional ranges of a list,
 * stays `SQL | undefined`.
 */
export type Condition = SQL & { readonly [brand]: true }

/** Declares a fragment to be a condition. */
export function condition(fragment: SQL): Condition {
  return fragment as Condition
}

/** Returns drizzle's `and` of the conditions; never undefined, since there is at least one. */
export function allOf(...conditions: [SQL, ...(SQL | undefined)[]]): Condition {
  return condition(and(...conditions) as SQL)
}

/** Holds for all rows: the condition of a statement without a precondition. */
export const always = condition(sql`true`)

/** Holds for no row. */
export const never = condition(sql`false`)
