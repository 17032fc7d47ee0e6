import { type SQL, sql } from 'drizzle-orm'
import type { Step } from './batch-named'
import { type Condition, condition } from './conditions'

/** What a statement may know of the one right before it, in SQL. */
export interface Before {
  /** How many rows it changed. */
  changes: SQL
  /** True when it changed any. */
  changed: Condition
}

const before: Before = { changes: sql`changes()`, changed: condition(sql`changes() > 0`) }

/**
 * Returns a statement and those that depend on what the one right before them changed, as one list for a batch: nothing
 * gets between them, and SQLite's `changes()` is asked nowhere else. Where it can, a statement carries its own condition.
 */
export function followedBy<const First extends Step, const Followers extends readonly Step[]>(
  first: First,
  ...followers: { [Index in keyof Followers]: (before: Before) => Followers[Index] }
): readonly [First, ...Followers] {
  const rest = followers.map((follower) => follower(before)) as unknown as Followers
  return [first, ...rest]
}
