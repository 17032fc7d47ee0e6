import { type SQL, sql } from 'drizzle-orm'
import { whereBanned, whereLeaving } from './account-standing'

/** Returns, in SQL, the hold on all videos of the account with this alias; null for none. */
export function holdOfAccount(alias: string, now: number): SQL {
  return sql`case when ${whereBanned(alias, now)} then 'ban' when ${whereLeaving(alias)} then 'deletion' end`
}
