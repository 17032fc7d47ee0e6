import { type SQL, sql } from 'drizzle-orm'
import { rolesBelow } from '#contract/values/accounts/appointments'
import type { StaffRole } from '#contract/values/accounts/roles'
import { type Condition, condition } from '../../conditions'

/** Holds while the account with this alias is leaving or deleted. */
export function whereLeaving(alias: string): Condition {
  return condition(sql.raw(`(${alias}.delete_at is not null or ${alias}.deleting_at is not null)`))
}

/** Holds while the account with this alias is banned. A ban ends at its time without a write. */
export function whereBanned(alias: string, now: number): Condition {
  const reason = sql.raw(`${alias}.ban_reason`)
  const until = sql.raw(`${alias}.ban_until`)
  return condition(sql`(${reason} is not null and (${until} is null or ${until} > ${now}))`)
}

/** Holds for a comment of the row `comments` whose author is banned or leaving. */
export function whereAuthorGone(now: number): Condition {
  return condition(sql`exists (select 1 from users author where author.id = "comments"."user_id"
    and (${whereBanned('author', now)} or ${whereLeaving('author')}))`)
}

/** Returns, in SQL, the staff role of the account with this alias; null without one. */
export function staffRoleIn(alias: string): SQL {
  return sql.raw(`(case when ${alias}.is_admin = 1
    then case when ${alias}.staff = 'owner' then 'owner' else 'administrator' end
    else nullif(${alias}.staff, 'owner') end)`)
}

/**
 * Holds while an account has this staff role and may act: it isn't banned or leaving. Guards every act of
 * staff on another account: if two demote or ban each other at once, the second has lost the role, so one
 * remains.
 */
export function whereOfRole(userId: number, role: StaffRole | null, now: number): Condition {
  return condition(sql`exists (select 1 from users actor where actor.id = ${userId}
    and ${staffRoleIn('actor')} = ${role} and not ${whereBanned('actor', now)} and not ${whereLeaving('actor')})`)
}

/**
 * Holds while the account with this alias has one of these roles; null stands for accounts without a role.
 */
export function whereRoleAmong(alias: string, roles: readonly (StaffRole | null)[]): Condition {
  const named = JSON.stringify(roles.map((role) => role ?? ''))
  return condition(sql`coalesce(${staffRoleIn(alias)}, '') in (select value from json_each(${named}))`)
}

/**
 * Holds while an actor still has its role, and another account, as `target`, has one below it. No one can act
 * on themselves, so the last administrator can't be demoted or banned.
 */
export function whereBelow(
  actor: { id: number; staff: StaffRole | null },
  id: number,
  now: number,
  target: Condition,
): Condition {
  const below = whereRoleAmong('target', actor.staff ? rolesBelow(actor.staff) : [])
  return condition(sql`(${whereOfRole(actor.id, actor.staff, now)} and exists (select 1 from users target
    where target.id = ${id} and target.deleting_at is null and ${below} and ${target}))`)
}

/**
 * Holds while an actor still has its role, and the account isn't leaving and is its own or of a role below
 * it.
 */
export function whereOwnOrBelow(
  actor: { id: number; staff: StaffRole | null },
  id: number,
  now: number,
): Condition {
  const staying = condition(sql`not ${whereLeaving('target')}`)
  if (id !== actor.id) return whereBelow(actor, id, now, staying)
  return whereOfRole(id, actor.staff, now)
}

/** Holds while the site has another owner. */
export function whereOtherOwner(userId: number, now: number): Condition {
  return condition(sql`exists (select 1 from users other indexed by users_admins where other.is_admin = 1
    and other.staff = 'owner' and other.id <> ${userId}
    and not ${whereBanned('other', now)} and not ${whereLeaving('other')})`)
}
