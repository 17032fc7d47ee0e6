import { sql } from 'drizzle-orm'
import { type Condition, condition } from '../../conditions'

/** Holds while the account that goes by this alias is leaving, or has left. */
export function whereLeaving(alias: string): Condition {
  return condition(sql.raw(`(${alias}.delete_at is not null or ${alias}.erasing_at is not null)`))
}
