import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { minute } from '#contract/values/shared/time'

/**
 * Returns when work is due again that was tried `tries` times before this one: after 1, 4, 16, 64 and 256
 * minutes, then every 17 hours. In this way, work that always fails holds up nothing else.
 */
export function nextTryAt(tries: SQLiteColumn, now: number): SQL<number> {
  return sql`${now} + ${minute} * (1 << min(2 * ${tries}, 10))`
}
