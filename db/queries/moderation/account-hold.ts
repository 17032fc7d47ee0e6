import { type SQL, sql } from 'drizzle-orm'
import { isLeaving } from '../shared/leaving'
import { isBannedAt } from './bans'

/** What holds all videos of the account that goes by this alias, in SQL; null for nothing. */
export function holdOfAccount(alias: string, now: number): SQL {
  return sql`case when ${isBannedAt(alias, now)} then 'ban' when ${isLeaving(alias)} then 'deletion' end`
}
