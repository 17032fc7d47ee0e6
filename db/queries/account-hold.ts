import { type SQL, sql } from 'drizzle-orm'
import { isBannedAt } from './bans'
import { isLeaving } from './leaving'

/** What holds all videos of the account that goes by this alias, in SQL; null for nothing. */
export function holdOfAccount(alias: string, now: number): SQL {
  return sql`case when ${isBannedAt(alias, now)} then 'ban' when ${isLeaving(alias)} then 'deletion' end`
}
