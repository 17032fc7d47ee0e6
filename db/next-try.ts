import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { minute } from '#contract/values/shared/time'

/**
 * Returns when work is due that was tried `tries` times before this one: after 1, 4, 16, 64 and 256 minutes, then every
 * 17 hours. What always fails so keeps nothing else waiting.
 */
export function nextTryAt(tries: SQLiteColumn, now: number): SQL<number> {
  return sql`${now} + ${minute} * (1 << min(2 * ${tries}, 10))`
}
