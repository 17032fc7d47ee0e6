import { sql } from 'drizzle-orm'
import { type Condition, condition } from '../../conditions'

/** Holds while the account that goes by this alias is leaving, or has left. */
export function whereLeaving(alias: string): Condition {
  return condition(sql.raw(`(${alias}.delete_at is not null or ${alias}.erasing_at is not null)`))
}

/** Holds while the account that goes by this alias is banned. A term that has ended needs nobody to end it. */
export function whereBanned(alias: string, now: number): Condition {
  const reason = sql.raw(`${alias}.ban_reason`)
  const until = sql.raw(`${alias}.ban_until`)
  return condition(sql`(${reason} is not null and (${until} is null or ${until} > ${now}))`)
}

/**
 * Holds while an account may administer, which one that is leaving may not. Carried by whatever an administrator does to another: of those who demote
 * or ban one another at once, each has lost the right by the time its turn comes, and so one of them stays.
 */
export function whereAdministers(userId: number, now: number): Condition {
  return condition(sql`exists (select 1 from users actor where actor.id = ${userId} and actor.is_admin = 1
    and not ${whereBanned('actor', now)} and not ${whereLeaving('actor')})`)
}
