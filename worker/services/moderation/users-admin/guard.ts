import type { Condition } from '../../../../db/conditions'
import { whereAdministers } from '../../../../db/queries/shared/account-standing'
import { AppError } from '../../../errors'
import { isBanned } from '../../accounts/sessions'
import type { UserContext } from '../../context'
import { findAccount } from './get'

/**
 * Returns the condition of every statement that acts on another account. Nobody can act on themselves, so the
 * last administrator can't be demoted or banned.
 */
export function whereActorAdministers({ actor, now }: UserContext): Condition {
  return whereAdministers(actor.id, now)
}

/**
 * Explains why an action on an account failed: one of two lost races, else what `refuse` makes of the
 * account.
 */
export async function explainRefusal(
  ctx: UserContext,
  id: number,
  refuse: (row: Awaited<ReturnType<typeof findAccount>>) => string,
): Promise<AppError> {
  const { isAdmin, ...me } = await findAccount(ctx, ctx.actor.id)
  if (!isAdmin || isBanned(me, ctx.now))
    return new AppError('forbidden', "You're no longer an administrator.")
  const target = await findAccount(ctx, id)
  return new AppError('conflict', target.erasingAt === null ? refuse(target) : 'This account was deleted.')
}
