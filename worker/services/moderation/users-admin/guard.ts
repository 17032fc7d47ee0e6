import { rolesBelow, staffRoleOf } from '#contract/values/accounts/appointments'
import type { Condition } from '#db/conditions'
import type { AccountRow } from '#db/queries/moderation/users-admin'
import { whereBelow, whereOfRole } from '#db/queries/shared/account-standing'
import { AppError } from '#worker/errors'
import { isBanned } from '../../accounts/sessions'
import type { UserContext } from '../../context'
import { findAccount } from './get'

/** Returns the condition for every statement that acts on another account, which it calls `target`. */
export function whereBelowActor({ actor, now }: UserContext, id: number, target: Condition): Condition {
  return whereBelow(actor, id, now, target)
}

export function whereActorKeepsRole({ actor, now }: UserContext): Condition {
  return whereOfRole(actor.id, actor.staff, now)
}

/**
 * Explains why an action on an account failed: the actor's role changed, the account can't be acted on, or
 * else the sentence that `refuse` gives for it.
 */
export async function explainRefusal(
  ctx: UserContext,
  id: number,
  refuse: (row: AccountRow) => string,
): Promise<AppError> {
  const { staff } = ctx.actor
  const me = await findAccount(ctx, ctx.actor.id)
  if (staff === null || staffRoleOf(me) !== staff || isBanned(me, ctx.now))
    return new AppError('forbidden', 'Your role has changed. Sign in again.')
  const target = await findAccount(ctx, id)
  return refusalOf(ctx, target) ?? new AppError('conflict', refuse(target))
}

/** Returns why the actor can't act on an account at all; null where that depends on the action. */
export function refusalOf({ actor: { id, staff } }: UserContext, target: AccountRow): AppError | null {
  if (target.id === id) return new AppError('forbidden', "You can't do this to your own account.")
  if (target.deletingAt !== null) return new AppError('conflict', 'This account was deleted.')
  return staff !== null && rolesBelow(staff).includes(staffRoleOf(target)) ? null : outOfReach()
}

export function outOfReach(): AppError {
  return new AppError('forbidden', "You can't act on an account with this role.")
}
