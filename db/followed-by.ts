import { type SQL, sql } from 'drizzle-orm'
import type { Step } from './batch-named'
import { type Condition, condition } from './conditions'

/** SQL about the preceding statement, for the statement that follows it. */
export interface Before {
  /** Number of rows that it changed. */
  changes: SQL
  /** Whether it changed any. */
  changed: Condition
}

const before: Before = { changes: sql`changes()`, changed: condition(sql`changes() > 0`) }

/**
 * Returns a list for a batch in which each follower depends on the changes of the statement right before it.
 * SQLite's `changes()` is used nowhere else. Prefer statements with conditions of their own.
 */
export function followedBy<const First extends Step, const Followers extends readonly Step[]>(
  first: First,
  ...followers: { [Index in keyof Followers]: (before: Before) => Followers[Index] }
): readonly [First, ...Followers] {
  const rest = followers.map((follower) => follower(before)) as unknown as Followers
  return [first, ...rest]
}
