import { type SQL, sql } from 'drizzle-orm'

/** True in SQL while the account that goes by this alias is leaving, or has left. */
export function whereLeaving(alias: string): SQL {
  return sql.raw(`(${alias}.delete_at is not null or ${alias}.erasing_at is not null)`)
}
