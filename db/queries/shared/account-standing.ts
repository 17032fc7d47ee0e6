import { sql } from 'drizzle-orm'
import { type Condition, condition } from '../../conditions'

/** Holds while the account with this alias is leaving, or is deleted. */
export function whereLeaving(alias: string): Condition {
  return condition(sql.raw(`(${alias}.delete_at is not null or ${alias}.erasing_at is not null)`))
}

/** Holds while the account with this alias is banned. A ban ends at its time without a write. */
export function whereBanned(alias: string, now: number): Condition {
  const reason = sql.raw(`${alias}.ban_reason`)
  const until = sql.raw(`${alias}.ban_until`)
  return condition(sql`(${reason} is not null and (${until} is null or ${until} > ${now}))`)
}

/**
 * Holds while an account may administer; a leaving one may not. Guards every administrator's act on another
 * account: if two demote or ban each other at once, the second has lost the right, so one remains.
 */
export function whereAdministers(userId: number, now: number): Condition {
  return condition(sql`exists (select 1 from users actor where actor.id = ${userId} and actor.is_admin = 1
    and not ${whereBanned('actor', now)} and not ${whereLeaving('actor')})`)
}
