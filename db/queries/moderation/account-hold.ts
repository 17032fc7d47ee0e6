import { type SQL, sql } from 'drizzle-orm'
import { whereLeaving } from '../shared/leaving'
import { whereBanned } from './bans'

/** What holds all videos of the account that goes by this alias, in SQL; null for nothing. */
export function holdOfAccount(alias: string, now: number): SQL {
  return sql`case when ${whereBanned(alias, now)} then 'ban' when ${whereLeaving(alias)} then 'deletion' end`
}
