import { type SQL, sql } from 'drizzle-orm'
import { whereBanned, whereLeaving } from '../shared/account-standing'

/** What holds all videos of the account that goes by this alias, in SQL; null for nothing. */
export function holdOfAccount(alias: string, now: number): SQL {
  return sql`case when ${whereBanned(alias, now)} then 'ban' when ${whereLeaving(alias)} then 'deletion' end`
}
